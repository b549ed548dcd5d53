import { IconFiles } from '@tabler/icons-react'
import type { Face, Screen } from '../resource/face.ts'
import { lazy } from '../ui/lazy.ts'
import { settingsFace } from './all-settings/face.ts'
import { caseFace } from './cases/face.ts'
import { timekeeperGroupFace } from './daily-preview/face.ts'
import { dashboardFace } from './dashboard/face.ts'
import { timekeeperFace } from './delivery-settings/face.ts'
import { dictionaryFace } from './dictionary/face.ts'
import { credentialKindFaces, dmsFace } from './dms/face.ts'
import { systemEventFace } from './event-logs/face.ts'
import { clientFace, courtFace, judgeFace, jurisdictionFace, matterFace } from './filed/face.ts'
import { firmFace, wallFace } from './firm/face.ts'
import { hierarchyFace } from './hierarchy/face.ts'
import { inboxFace } from './inbox/face.ts'
import { billingFace } from './later/face.ts'
import { mailboxFace } from './mailboxes/face.ts'
import { manualFace } from './manual/face.ts'
import { notificationRuleFace } from './notification-rules/face.ts'
import { filingFace } from './notifications/face.ts'
import { providerCredentialsFace } from './provider-credentials/face.ts'
import { roleFace } from './roles/face.ts'
import { specialHandlingFace } from './special-handling/face.ts'
import { storagePolicyFace } from './storage-policies/face.ts'
import { templateEditorFace, templateFace } from './templates/face.ts'
import { textSearchFace } from './text-search/face.ts'
import { trailFace } from './trail/face.ts'
import { userFace } from './users/face.ts'
import { webhookFace } from './webhooks/face.ts'

const work: readonly Face[] = [
  inboxFace,
  filingFace,
  caseFace,
  { resource: 'document', nav: { group: 'work', icon: IconFiles } },
  textSearchFace,
  dashboardFace,
  manualFace,
]

const data: readonly Face[] = [
  matterFace,
  clientFace,
  timekeeperFace,
  judgeFace,
  jurisdictionFace,
  courtFace,
  { resource: 'jurisdiction_group', nav: { group: 'data', icon: 'IconMap' } },
  { resource: 'department', nav: { group: 'data', icon: 'IconSitemap' } },
  { resource: 'location', nav: { group: 'data', icon: 'IconBuildingCommunity' } },
  { resource: 'practice_group', nav: { group: 'data', icon: 'IconUsersGroup' } },
  { resource: 'area_of_law', nav: { group: 'data', icon: 'IconBooks' } },
  timekeeperGroupFace,
  { resource: 'delivery', nav: { group: 'data', icon: 'IconSend' } },
]

const special: readonly Face[] = [
  specialHandlingFace,
  {
    resource: 'jurisdiction_preference',
    nav: { group: 'special', icon: 'IconListNumbers' },
    panels: { form: lazy(() => import('./trials/PreferenceTrial.tsx')) },
  },
  {
    resource: 'auto_case_creation',
    nav: { group: 'special', icon: 'IconWand' },
    panels: { form: lazy(() => import('./trials/CaseRuleTrial.tsx')) },
  },
  {
    resource: 'ignored_case',
    nav: { group: 'special', icon: 'IconEyeOff' },
    panels: { form: lazy(() => import('./trials/IgnoredCaseTrial.tsx')) },
  },
  notificationRuleFace,
  { resource: 'notice_format', nav: { group: 'special', icon: 'IconFileText' } },
  { resource: 'document_processing', nav: { group: 'special', icon: 'IconFileSettings' } },
  wallFace,
]

const storage: readonly Face[] = [
  hierarchyFace,
  dmsFace,
  providerCredentialsFace,
  storagePolicyFace,
  { resource: 'document_copy', nav: { group: 'storage', icon: 'IconCopy' } },
  { resource: 'abbreviation', nav: { group: 'storage', icon: 'IconLetterCase' } },
  ...credentialKindFaces,
]

const settings: readonly Face[] = [
  firmFace,
  mailboxFace,
  {
    resource: 'mail_sender',
    nav: { group: 'settings', icon: 'IconMailForward' },
    panels: {
      record: lazy(() => import('./mail-senders/SenderTestPanel.tsx')),
      form: lazy(() => import('./mailboxes/MailRedirectUri.tsx')),
    },
  },
  {
    resource: 'identity_provider',
    nav: { group: 'settings', icon: 'IconId' },
    panels: {
      list: lazy(() => import('./identity-providers/RedirectUri.tsx')),
      record: lazy(() => import('./identity-providers/ProviderPanels.tsx')),
    },
  },
  dictionaryFace,
  templateFace,
  templateEditorFace,
  webhookFace,
  {
    ...page('/api-keys', 'userAccess', 'nav.apiKeys', () => import('./api-keys/ApiKeysScreen.tsx')),
    nav: { group: 'settings', icon: 'IconKey' },
  },
  {
    resource: 'import_run',
    nav: { group: 'settings', icon: 'IconTableImport' },
    view: lazy(() => import('../resource/transfer/RunRecord.tsx')),
  },
  userFace,
  { resource: 'sign_in', nav: { group: 'settings', icon: 'IconLogin2' } },
  roleFace,
  systemEventFace,
  billingFace,
]

/** Pages outside the groups of the navigation. */
const others: readonly Face[] = [
  trailFace,
  settingsFace,
  page('/success', '', 'success.route', () => import('./success/SuccessScreen.tsx')),
  page('/profile', '', 'nav.profile', () => import('./profile/ProfileScreen.tsx')),
  page('/exports', '', 'exports.route', () => import('../resource/transfer/ExportsScreen.tsx')),
  page('/load-notice/$id', 'inboxItemAccess', 'loadNotice.route', () => import('./load/LoadNoticeScreen.tsx')),
  page('/load-document/$id', 'documentAccess', 'loadDocument.route', () => import('./load/LoadDocumentScreen.tsx')),
  page('/load-dms/$id', 'documentAccess', 'loadDms.route', () => import('./load/LoadDmsScreen.tsx')),
  page('/totest', 'firmAccess', 'nav.releaseNotes', () => import('./releases/ReleaseNotesScreen.tsx')),
  page('/dev', 'firmAccess', 'nav.dev', () => import('./dev/DevScreen.tsx')),
  page('/slow', 'firmAccess', 'nav.slow', () => import('./slow/SlowScreen.tsx')),
  page('/demo', 'firmAccess', 'nav.demo', () => import('./demo/DemoScreen.tsx')),
]

/**
 * The console's extensions of the definitions, in the order of the navigation. A resource without one is listed under
 * the data tables.
 */
export const faces: readonly Face[] = [...work, ...data, ...special, ...storage, ...settings, ...others]

function page(route: string, accessKey: Screen['accessKey'], titleKey: string, load: Screen['load']): Face {
  return { screen: { route, accessKey, titleKey, load } }
}
