import { frontEnd } from '@tenbin/page-build';

export default frontEnd({ basePath: '/ango-ya/', allRefusals: true });
