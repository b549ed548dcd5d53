import { everyone } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'

/** Resources a firm may fill from files: all that its roles govern and that can be written. */
export const importable: readonly Resource[] = resources.filter(
  ({ isReadOnly, isSingleton, isVirtual, subject }) =>
    !isReadOnly && !isSingleton && !isVirtual && subject !== everyone,
)
