import { staffFrontEnd } from '@tenbin/page-build';

export default staffFrontEnd('/admin/');
