import { frontEnd } from '@tenbin/page-build';

export default frontEnd({ basePath: '/admin/', allRefusals: true });
