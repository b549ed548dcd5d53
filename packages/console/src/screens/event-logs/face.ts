import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const systemEventFace: Face = {
  resource: 'system_event',
  nav: { group: 'settings', icon: 'IconHistory' },
  entries: [
    {
      icon: 'IconAlertTriangle',
      titleKey: 'nav.systemEvents',
      search: { view: 'all', 'f.level': ['WARNING', 'ERROR', 'CRITICAL'] },
    },
  ],
  view: lazy(() => import('./EventRecord.tsx')),
  cells: {
    sentence: lazy(() => import('./EventSentence.tsx')),
    level: lazy(() => import('./EventLevel.tsx')),
  },
}
