import type { Resource } from '@courtcrier/contract/resource.ts'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

interface RecordDrawerProps {
  resource: Resource
  /** The open record, `new` for one to be made; undefined when none is open. */
  id: string | undefined
  onOpen: (id: string | undefined) => void
}

/** Resources with the generic list whose records open in something other than the generic form, by name. */
export const recordDrawers: Readonly<Record<string, LazyExoticComponent<ComponentType<RecordDrawerProps>>>> = {
  email_template: lazy(() => import('./templates/TemplateOpener.tsx')),
  user_security_role: lazy(() => import('./roles/RoleDrawer.tsx')),
}
