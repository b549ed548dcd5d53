import type { FastifyInstance } from 'fastify'
import type { Services } from '../base/services.ts'
import { credentialTestRoutes } from './credential-test.ts'
import { dailyPreviewRoutes } from './daily-preview.ts'
import { dashboardRoutes } from './dashboard.ts'
import { emailTemplateRoutes } from './email-template.ts'
import { exportRoutes } from './export.ts'
import { exportRunRoutes } from './export-runs.ts'
import { filedRoutes } from './filed.ts'
import { filingRoutes } from './filings.ts'
import { findRoutes } from './find.ts'
import { importRoutes } from './import.ts'
import { inboxRoutes } from './inbox.ts'
import { manualRoutes } from './manual.ts'
import { noticeFormatRoutes } from './notice-format.ts'
import { notificationRuleRoutes } from './notification-rule.ts'
import { pageViewRoutes } from './page-views.ts'
import { publicLinkRoutes } from './public-link.ts'
import { resourceRoutes } from './resources.ts'
import { similarRoutes } from './similar.ts'
import { specialHandlingRoutes } from './special-handling.ts'
import { storageHierarchyRoutes } from './storage-hierarchy.ts'
import { storagePolicyRoutes } from './storage-policy.ts'
import type { SendMail } from './system-mail.ts'
import { trackingRoutes } from './tracking.ts'
import { trailRoutes } from './trail.ts'
import { undoRoutes } from './undo.ts'
import { webhookRoutes } from './webhooks.ts'

/** The routes behind the log-in that the app does not bring itself; every-write.test.ts walks all of them. */
export function productRoutes(api: FastifyInstance, services: Services, { sendMail }: { sendMail: SendMail }): void {
  resourceRoutes(api, services)
  inboxRoutes(api, services)
  trailRoutes(api, services)
  trackingRoutes(api, services)
  filedRoutes(api, services)
  filingRoutes(api, services)
  manualRoutes(api, services)
  noticeFormatRoutes(api, services)
  notificationRuleRoutes(api, services)
  importRoutes(api, services)
  undoRoutes(api, services)
  exportRoutes(api, services)
  similarRoutes(api, services)
  findRoutes(api, services)
  publicLinkRoutes(api, services)
  storageHierarchyRoutes(api, services)
  storagePolicyRoutes(api, services)
  specialHandlingRoutes(api, services)
  exportRunRoutes(api, services)
  dashboardRoutes(api, services)
  credentialTestRoutes(api, services)
  emailTemplateRoutes(api, { ...services, sendMail })
  dailyPreviewRoutes(api, services)
  pageViewRoutes(api, services)
  webhookRoutes(api, services)
}
