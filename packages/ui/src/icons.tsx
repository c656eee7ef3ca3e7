import {
  mdiAccountCircleOutline,
  mdiAccountMultiplePlusOutline,
  mdiChartLine,
  mdiCheck,
  mdiCheckCircle,
  mdiCheckCircleOutline,
  mdiChevronDown,
  mdiChevronLeft,
  mdiChevronRight,
  mdiCircle,
  mdiCircleOutline,
  mdiCloseCircleOutline,
  mdiCloudOffOutline,
  mdiCreditCardOutline,
  mdiDotsVertical,
  mdiEmailOutline,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiFileDocumentOutline,
  mdiGavel,
  mdiHelpCircleOutline,
  mdiMenu,
  mdiMenuOpen,
  mdiNotEqualVariant,
  mdiOpenInNew,
  mdiPaletteOutline,
  mdiPauseCircleOutline,
  mdiReceiptTextOutline,
  mdiServerOutline,
  mdiShieldAccountOutline,
  mdiTune,
  mdiViewDashboardOutline,
  mdiWeatherNight,
  mdiWhiteBalanceSunny,
} from '@mdi/js';
import { createSvgIcon } from '@mui/material/utils';

/** The pictures of the product, by what they mean. @__NO_SIDE_EFFECTS__ */
const icon = (name: string, path: string) => createSvgIcon(<path d={path} />, name);

export const AccountIcon = icon('AccountIcon', mdiAccountCircleOutline);
export const BacktestIcon = icon('BacktestIcon', mdiChartLine);
export const CardIcon = icon('CardIcon', mdiCreditCardOutline);
export const CheckIcon = icon('CheckIcon', mdiCheck);
export const CrossIcon = icon('CrossIcon', mdiCloseCircleOutline);
export const DarkIcon = icon('DarkIcon', mdiWeatherNight);
export const DashboardIcon = icon('DashboardIcon', mdiViewDashboardOutline);
export const DifferIcon = icon('DifferIcon', mdiNotEqualVariant);
export const DoneIcon = icon('DoneIcon', mdiCheckCircle);
export const DotIcon = icon('DotIcon', mdiCircle);
export const ExpandIcon = icon('ExpandIcon', mdiChevronDown);
export const HelpIcon = icon('HelpIcon', mdiHelpCircleOutline);
export const HideIcon = icon('HideIcon', mdiEyeOffOutline);
export const HistoryIcon = icon('HistoryIcon', mdiReceiptTextOutline);
export const InviteIcon = icon('InviteIcon', mdiAccountMultiplePlusOutline);
export const LegalIcon = icon('LegalIcon', mdiGavel);
export const PrivacyIcon = icon('PrivacyIcon', mdiShieldAccountOutline);
export const TermsIcon = icon('TermsIcon', mdiFileDocumentOutline);
export const LightIcon = icon('LightIcon', mdiWhiteBalanceSunny);
export const MailIcon = icon('MailIcon', mdiEmailOutline);
export const MenuIcon = icon('MenuIcon', mdiMenu);
export const MenuOpenIcon = icon('MenuOpenIcon', mdiMenuOpen);
export const MoreIcon = icon('MoreIcon', mdiDotsVertical);
export const NewTabIcon = icon('NewTabIcon', mdiOpenInNew);
export const NextIcon = icon('NextIcon', mdiChevronRight);
export const OfflineIcon = icon('OfflineIcon', mdiCloudOffOutline);
export const OpenIcon = icon('OpenIcon', mdiCircleOutline);
export const PaletteIcon = icon('PaletteIcon', mdiPaletteOutline);
export const PauseIcon = icon('PauseIcon', mdiPauseCircleOutline);
export const PreviousIcon = icon('PreviousIcon', mdiChevronLeft);
export const ServerIcon = icon('ServerIcon', mdiServerOutline);
export const ShowIcon = icon('ShowIcon', mdiEyeOutline);
export const TuneIcon = icon('TuneIcon', mdiTune);
export const YesIcon = icon('YesIcon', mdiCheckCircleOutline);
