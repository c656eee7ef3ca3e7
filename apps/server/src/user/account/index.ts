import type { Implementation } from '../../route/implement.ts';
import {
  handleAddAuthenticator,
  handleGetFactors,
  handleRemoveAuthenticator,
  handleRenewRecoveryCodes,
  handleSetUpAuthenticator,
} from './authenticator.ts';
import { handleChangeEmail, handleVerifyEmail } from './change-email.ts';
import { handleChangePassword } from './change-password.ts';
import { handleDeleteSelf } from './delete-self.ts';
import { handleExportSelf } from './export-self.ts';
import { handleGetNotifications, handleUpdateNotifications } from './notifications.ts';
import { handleAddPasskey, handleRemovePasskey, handleRenamePasskey, handleSetUpPasskey } from './passkeys.ts';
import { handleGetOwnVolume, handleGetOwnVolumeUse, handleGetSelf, handlePatchSelf, handleUpdateSelf } from './self.ts';
import { handleEndOtherSessions, handleEndSession, handleListSessions } from './sessions.ts';
import { handleSignOut } from './sign-out.ts';

export const accountCalls: readonly Implementation[] = [
  handleSignOut,
  handleGetSelf,
  handleUpdateSelf,
  handlePatchSelf,
  handleGetOwnVolume,
  handleGetOwnVolumeUse,
  handleGetNotifications,
  handleUpdateNotifications,
  handleChangePassword,
  handleChangeEmail,
  handleVerifyEmail,
  handleListSessions,
  handleEndSession,
  handleEndOtherSessions,
  handleExportSelf,
  handleDeleteSelf,
  handleGetFactors,
  handleSetUpAuthenticator,
  handleAddAuthenticator,
  handleRemoveAuthenticator,
  handleRenewRecoveryCodes,
  handleSetUpPasskey,
  handleAddPasskey,
  handleRenamePasskey,
  handleRemovePasskey,
];
