import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const webhookFace: Face = {
  resource: 'webhook',
  nav: { group: 'settings', icon: 'IconWebhook' },
  overlays: { calls: { titleKey: 'recordLinks.calls', component: lazy(() => import('./WebhookCalls.tsx')) } },
}
