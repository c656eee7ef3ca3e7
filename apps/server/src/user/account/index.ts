import type { Implementation } from '../../route/implement.ts';
import { handleChangeEmail, handleVerifyEmail } from './change-email.ts';
import { handleChangePassword } from './change-password.ts';
import { handleDeleteSelf } from './delete-self.ts';
import { handleExportSelf } from './export-self.ts';
import { factorCalls } from './factors.ts';
import { handleGetNotifications, handleUpdateNotifications } from './notifications.ts';
import { pushCalls } from './pushes.ts';
import { handleGetOwnVolume, handleGetOwnVolumeUse, handleGetSelf, handlePatchSelf, handleUpdateSelf } from './self.ts';
import { sessionCalls } from './sessions.ts';

export const accountCalls: readonly Implementation[] = [
  handleGetSelf,
  handleUpdateSelf,
  handlePatchSelf,
  handleGetOwnVolume,
  handleGetOwnVolumeUse,
  handleGetNotifications,
  handleUpdateNotifications,
  ...pushCalls,
  handleChangePassword,
  handleChangeEmail,
  handleVerifyEmail,
  ...sessionCalls,
  handleExportSelf,
  handleDeleteSelf,
  ...factorCalls,
];
