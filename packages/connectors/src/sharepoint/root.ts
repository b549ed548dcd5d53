import type { PlaceSettings } from '../connector-kind.ts'
import { decoded } from '../ways/decoded.ts'

/** Without a library, the whole site counts: its default library may be any of them. */
export function rootOf({ baseUrl, library }: Pick<PlaceSettings, 'baseUrl' | 'library'>): string {
  const { host, pathname } = new URL(baseUrl ?? '')
  const site = decoded(pathname).split('/').filter(Boolean).join('/')
  return ['sharepoint', host, site, library ?? ''].filter(Boolean).join('/').toLowerCase()
}
