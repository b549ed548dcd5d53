import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import {
  IconContrast2,
  IconFileImport,
  IconFileUpload,
  IconKeyboard,
  IconLifebuoy,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
} from '@tabler/icons-react'
import { i18next } from '../../i18n/i18n.ts'
import { pageLabel, resourceWord } from '../../i18n/labels.ts'
import { iconOf } from '../../resource/icon-of.ts'
import { mayCreate } from '../../resource/may-create.ts'
import { importRoute, isImportable } from '../../resource/transfer/importable.ts'
import { notify } from '../../ui/notices.ts'
import { openOverlay } from '../../ui/overlays.ts'
import { type Look, setLook } from '../../ui/theme/look.ts'
import { exportsLink, hrefOf, type NavEntry, type NavLink, profileLink, settingsLink } from '../nav-plan.ts'
import { pageWords } from './page-words.ts'
import type { PaletteItem, Target } from './palette-item.ts'
import './text.ts'
import { copyText } from '../../ui/copy-text.ts'

/** What pages and actions need. */
export interface PaletteTools {
  role: Role
  /** The role's navigation entries. */
  entries: readonly NavEntry[]
  /** The entities whose records have a page of their own. */
  paged: ReadonlySet<string>
  look: Look
  /** `wantsExport` opens the table's export once its page is shown. */
  go: (target: Target, state?: { wantsExport: true }) => void
  logOut: () => void
}

/** Returns every page the role may open. */
export function pagesOf({ entries, go }: PaletteTools): PaletteItem[] {
  const links: readonly NavLink[] = [...entries, settingsLink, profileLink, exportsLink]
  return links.map((link) => {
    const { icon, route: path, search = {}, hash } = link
    return {
      id: `page:${hrefOf(link)}`,
      label: pageLabel(link) ?? '',
      words: pageWords(link),
      icon: iconOf(icon),
      run: () => go({ path, search, ...(hash ? { hash } : {}) }),
    }
  })
}

/** Returns every action available from any page: on the records of each table, and on the console itself. */
export function actionsOf(tools: PaletteTools): PaletteItem[] {
  const tables = tools.entries.flatMap(({ resource }) => resource ?? [])
  return [...tables.flatMap((resource) => tableActions(resource, tools)), ...consoleActions(tools)]
}

function tableActions(resource: Resource, { role, go }: PaletteTools): PaletteItem[] {
  const { name, route: path } = resource
  const [record, records] = [resourceWord(resource, 'one'), resourceWord(resource, 'many')]
  const isWritable = !resource.isReadOnly && !resource.isVirtual && subjectAccess(resource.subject, role) === 'FULL'
  const create: PaletteItem = {
    id: `action:create:${name}`,
    label: i18next.t('palette.create', { record }),
    icon: IconPlus,
    run: () => go({ path, search: { id: 'new' } }),
  }
  const fromFile: PaletteItem = {
    id: `action:import:${name}`,
    label: i18next.t('palette.import', { records }),
    icon: IconFileImport,
    run: () => go({ path: importRoute(resource) }),
  }
  const toFile: PaletteItem = {
    id: `action:export:${name}`,
    label: i18next.t('palette.export', { records }),
    icon: IconFileUpload,
    run: () => go({ path }, { wantsExport: true }),
  }
  return [
    ...(mayCreate(resource, role) ? [create] : []),
    ...(isWritable && isImportable(resource) ? [fromFile] : []),
    toFile,
  ]
}

function consoleActions({ look, logOut }: PaletteTools): PaletteItem[] {
  const action = (name: string, item: Pick<PaletteItem, 'icon' | 'run'> & { text: string }): PaletteItem => ({
    id: `action:${name}`,
    label: i18next.t(`palette.${item.text}`),
    icon: item.icon,
    run: item.run,
  })
  return [
    action('theme', {
      text: look.isDark ? 'light' : 'dark',
      icon: IconMoon,
      run: () => setLook({ isDark: !look.isDark }),
    }),
    action('accessible', {
      text: look.isAccessible ? 'plain' : 'accessible',
      icon: IconContrast2,
      run: () => setLook({ isAccessible: !look.isAccessible }),
    }),
    action('copy-link', { text: 'copyLink', icon: IconLink, run: () => void copyAddress() }),
    action('keys', { text: 'keys', icon: IconKeyboard, run: () => openOverlay('keys') }),
    action('support', { text: 'support', icon: IconLifebuoy, run: () => openOverlay('support') }),
    action('log-out', { text: 'logOut', icon: IconLogout, run: logOut }),
  ]
}

async function copyAddress(): Promise<void> {
  if (await copyText(window.location.href)) notify({ color: 'success', text: 'palette.copied' })
}
