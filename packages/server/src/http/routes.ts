import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import type { SendMail } from '../outbox/mail/system-mail.ts'
import { caseMakingRoutes } from './case-making.ts'
import { casePageRoutes } from './case-page.ts'
import { chatTestRoutes } from './chat-test.ts'
import { credentialTestRoutes } from './credential-test.ts'
import { dailyPreviewRoutes } from './daily-preview.ts'
import { dashboardRoutes } from './dashboard.ts'
import { dmsSignInRoutes } from './dms-sign-in.ts'
import { emailTemplateRoutes } from './email-template.ts'
import { ethicalWallRoutes } from './ethical-wall.ts'
import { filedRoutes } from './filed.ts'
import { findRoutes } from './find.ts'
import { graphBellRoutes } from './graph-bell.ts'
import { filingRoutes } from './inbox/filings.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { manualRoutes } from './inbox/manual.ts'
import { specialHandlingRoutes } from './inbox/special-handling.ts'
import { mailSignInRoutes } from './mail-sign-in.ts'
import { mailboxFolderRoutes } from './mailbox-folders.ts'
import { mailboxTestRoutes } from './mailbox-test.ts'
import { noticeFormatRoutes } from './notice-format.ts'
import { notificationRuleRoutes } from './notification-rule.ts'
import { pageViewRoutes } from './page-views.ts'
import { providerMailRoutes } from './provider-mail.ts'
import { resourceRoutes } from './resources.ts'
import { senderTestRoutes } from './sender-test.ts'
import { publicLinkRoutes } from './session/public-link.ts'
import { similarRoutes } from './similar.ts'
import { storageHierarchyRoutes } from './storage-hierarchy.ts'
import { textSearchRoutes } from './text-search.ts'
import { trackingRoutes } from './tracking.ts'
import { trailRoutes } from './trail.ts'
import { exportRoutes } from './transfer/export.ts'
import { exportRunRoutes } from './transfer/export-runs.ts'
import { importRoutes } from './transfer/import.ts'
import { openTrialRunner } from './trial-runner.ts'
import { trialRoutes } from './trials.ts'
import { undoRoutes } from './undo.ts'
import { webhookRoutes } from './webhooks.ts'

/** The routes behind the login that the app doesn't register itself; every-write.test.ts calls all of them. */
export function productRoutes(api: FastifyInstance, services: Services, { sendMail }: { sendMail: SendMail }): void {
  const runTrial = openTrialRunner(services)
  resourceRoutes(api, services)
  inboxRoutes(api, services)
  trailRoutes(api, services)
  trialRoutes(api, { ...services, runTrial })
  trackingRoutes(api, services)
  filedRoutes(api, services)
  casePageRoutes(api, services)
  caseMakingRoutes(api, services)
  filingRoutes(api, services)
  manualRoutes(api, services)
  noticeFormatRoutes(api, services)
  notificationRuleRoutes(api, { ...services, runTrial })
  ethicalWallRoutes(api, services)
  importRoutes(api, services)
  undoRoutes(api, services)
  exportRoutes(api, services)
  similarRoutes(api, services)
  findRoutes(api, services)
  textSearchRoutes(api, services)
  publicLinkRoutes(api, services)
  storageHierarchyRoutes(api, services)
  specialHandlingRoutes(api, services)
  exportRunRoutes(api, services)
  dashboardRoutes(api, services)
  credentialTestRoutes(api, services)
  dmsSignInRoutes(api, services)
  mailboxTestRoutes(api, services)
  mailboxFolderRoutes(api, services)
  providerMailRoutes(api, services)
  graphBellRoutes(api, services)
  senderTestRoutes(api, services)
  mailSignInRoutes(api, services)
  chatTestRoutes(api, services)
  emailTemplateRoutes(api, { ...services, sendMail })
  dailyPreviewRoutes(api, services)
  pageViewRoutes(api, services)
  webhookRoutes(api, services)
}
