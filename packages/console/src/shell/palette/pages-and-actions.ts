import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import {
  IconContrast2,
  IconDownload,
  IconFileImport,
  IconFileUpload,
  IconKeyboard,
  IconLifebuoy,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconUser,
} from '@tabler/icons-react'
import { i18next } from '../../i18n/i18n.ts'
import { resourceLabel, resourceWord } from '../../resource/labels.ts'
import { importRoute, isImportable } from '../../transfer/importable.ts'
import { notify } from '../../ui/notices.ts'
import { openOverlay } from '../../ui/overlays.ts'
import { type Look, setLook } from '../../ui/theme/look.ts'
import { navigationOf } from '../nav-plan.ts'
import type { PaletteItem, Target } from './palette-item.ts'
import './text.ts'

/** What pages and actions work with. */
export interface PaletteTools {
  role: Role
  look: Look
  /** `wantsExport` opens the table's export when its page stands there. */
  go: (target: Target, state?: { wantsExport: true }) => void
  logOut: () => void
}

/** Every page that the role may open. */
export function pagesOf({ role, go }: PaletteTools): PaletteItem[] {
  const page = (path: string, item: Pick<PaletteItem, 'label' | 'icon'>): PaletteItem => ({
    id: `page:${path}`,
    ...item,
    run: () => go({ path }),
  })
  const listed = navigationOf(role).flatMap(({ entries }) =>
    entries.map(({ route, resource, titleKey = '', icon }) =>
      page(route, { icon, label: resource ? resourceLabel(resource, 'many') : i18next.t(titleKey) }),
    ),
  )
  return [
    ...listed,
    page('/profile', { label: i18next.t('nav.profile'), icon: IconUser }),
    page('/exports', { label: i18next.t('palette.exports'), icon: IconDownload }),
  ]
}

/** Everything that can be done from anywhere: with the records of each table, and with the console itself. */
export function actionsOf(tools: PaletteTools): PaletteItem[] {
  const tables = navigationOf(tools.role).flatMap(({ entries }) => entries.flatMap(({ resource }) => resource ?? []))
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
  return [...(isWritable ? [create, ...(isImportable(resource) ? [fromFile] : [])] : []), toFile]
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
  await navigator.clipboard.writeText(window.location.href)
  notify({ color: 'success', text: 'palette.copied' })
}
