import { filedUnder } from '@courtcrier/contract/filed.ts'
import { lazyRouteComponent } from '@tanstack/react-router'

const filedPage = lazyRouteComponent(() => import('./filed/FiledRecord.tsx'))

/** Resources of which one record has a page of its own, below the list: everything filed, told and stored under it. */
export const recordPages: Readonly<Record<string, ReturnType<typeof lazyRouteComponent>>> = Object.fromEntries(
  filedUnder.map((name) => [name, filedPage]),
)
