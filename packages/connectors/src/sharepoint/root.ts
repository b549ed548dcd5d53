import type { PlaceSettings } from '../connector-kind.ts'

/** Without a library, the whole site counts: its default library may be any of them. */
export function rootOf({ baseUrl, library }: Pick<PlaceSettings, 'baseUrl' | 'library'>): string {
  const { host, pathname } = new URL(baseUrl ?? '')
  const site = decodeURIComponent(pathname).split('/').filter(Boolean).join('/')
  return ['sharepoint', host, site, library ?? ''].filter(Boolean).join('/').toLowerCase()
}
