import { IconGavel } from '@tabler/icons-react'
import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const caseFace: Face = {
  resource: 'case',
  nav: { group: 'work', icon: IconGavel },
  page: () => import('./page/CasePage.tsx'),
  cells: { trackingStatus: lazy(() => import('./TrackingCell.tsx')) },
  overlays: {
    tracking: {
      titleKey: 'recordLinks.tracking',
      feature: 'tracking',
      component: lazy(() => import('./TrackingDialog.tsx')),
    },
  },
}
