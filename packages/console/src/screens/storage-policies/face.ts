import type { Face } from '../../resource/face.ts'
import { lazy } from '../../ui/lazy.ts'

export const storagePolicyFace: Face = {
  resource: 'storage_policy',
  nav: { group: 'storage', icon: 'IconFolders' },
  panels: { form: lazy(() => import('../trials/PolicyTrial.tsx')) },
}
