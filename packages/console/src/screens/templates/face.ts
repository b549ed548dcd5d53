import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const templateFace: Face = {
  resource: 'email_template',
  nav: { group: 'settings', icon: 'IconTemplate' },
  entries: [{ icon: 'IconPencil', titleKey: 'nav.editTemplates', search: { sort: '-updatedAt' } }],
  drawer: lazy(() => import('./TemplateOpener.tsx')),
}

/** A template is edited on a separate page, linked from the list. */
export const templateEditorFace: Face = {
  screen: {
    route: '/templates/edit/$id',
    accessKey: 'emailTemplateAccess',
    titleKey: 'nav.editTemplate',
    load: () => import('./TemplateScreen.tsx'),
  },
}
