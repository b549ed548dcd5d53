import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const webhookFace: Face = {
  resource: 'webhook',
  nav: { group: 'settings', icon: 'IconWebhook' },
  overlays: { calls: { titleKey: 'recordLinks.calls', component: lazy(() => import('./WebhookCalls.tsx')) } },
}
