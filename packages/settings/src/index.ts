export { isLoopback } from './loopback.ts';
export { masterKeysFault, readMasterKeyBytes } from './master-key-text.ts';
export { type OutboundAddress, readOutboundAddress } from './outbound-address.ts';
export { isInternetUrl, isPublicAddress, publicLookup } from './public-lookup.ts';
export { type Environment, SettingsError, SettingsReader } from './settings-reader.ts';
export {
  type AuditSettings,
  checkPorts,
  type DatabaseSettings,
  type LogLevel,
  type MailSettings,
  type MasterKeySettings,
  type MetricsSettings,
  readAuditSettings,
  readBrand,
  readBrandsDir,
  readDatabaseSettings,
  readHost,
  readLogLevel,
  readMailSettings,
  readMasterKeySettings,
  readMetricsSettings,
  readPublicUrl,
} from './shared-settings.ts';
export { startFailureText } from './start-failure.ts';
export { checkTrialExposure } from './trial-exposure.ts';
