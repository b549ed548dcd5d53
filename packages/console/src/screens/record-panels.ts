import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

interface RecordPanelProps {
  resource: Resource
  id: string
}

const CredentialPanel = lazy(() => import('./dms/CredentialTestPanel.tsx'))
const WallsOffBanner = lazy(() => import('./firm/WallsOffBanner.tsx'))
const WallsSwitch = lazy(() => import('./firm/WallsSwitch.tsx'))

/** What stands above the form of a record in its drawer, by resource. */
export const recordPanels: Readonly<Record<string, LazyExoticComponent<ComponentType<RecordPanelProps>>>> = {
  ...Object.fromEntries(credentialKinds.map((kind) => [kind, CredentialPanel])),
  // Whether this wall holds at all now.
  ethical_wall: WallsSwitch,
}

/** What stands above the list of a resource. */
export const listBanners: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  ethical_wall: WallsOffBanner,
}
