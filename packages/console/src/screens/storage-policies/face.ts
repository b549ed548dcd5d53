import { lazy } from 'react'
import type { Face } from '../../resource/face.ts'

export const storagePolicyFace: Face = {
  resource: 'storage_policy',
  nav: { group: 'storage', icon: 'IconFolders' },
  panels: { form: lazy(() => import('../trials/PolicyTrial.tsx')) },
}
