import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { i18next } from '../../i18n/i18n.ts'
import { useRole } from '../../session/session-store.ts'
import { useLook } from '../../ui/theme/look.ts'
import { useLogOut } from '../use-log-out.ts'
import { actionsOf, type PaletteTools, pagesOf } from './pages-and-actions.ts'
import { fitting, type PaletteGroup, type PaletteItem } from './palette-item.ts'
import { type Recent, readRecent } from './recent.ts'
import { useFound } from './use-found.ts'

const most = { recent: 7, pages: 5, actions: 6 } as const

/** What the palette shows for what was typed: at first what was chosen lately, then what fits. */
export function usePaletteGroups(typed: string) {
  const tools = useTools()
  const pages = pagesOf(tools)
  const actions = actionsOf(tools)
  const recent = readRecent()
  const found = useFound(typed, tools)
  if (typed.trim() === '') return { ...found, groups: firstGroups({ pages, actions, recent, tools }) }
  const recentIds = recent.map(({ id }) => id)
  const remembered = recent.flatMap((choice) => (choice.record ? recentItem(choice, { pages, actions, tools }) : []))
  const groups = [
    group('recent', fitting(remembered, typed, recentIds).slice(0, 3)),
    group('pages', fitting(pages, typed, recentIds).slice(0, most.pages)),
    ...withoutShown(found.groups, remembered, typed),
    group('actions', fitting(actions, typed, recentIds).slice(0, most.actions)),
  ]
  return { ...found, groups: groups.filter(({ items }) => items.length > 0) }
}

function useTools(): PaletteTools {
  const navigate = useNavigate()
  const role = useRole()
  const look = useLook()
  const logOut = useLogOut()
  return {
    role,
    look,
    go: ({ path, search = {} }, state) =>
      void navigate({ to: path, search, ...(state ? { state: state as object } : {}) }),
    logOut: () => void logOut(),
  }
}

interface Known {
  pages: readonly PaletteItem[]
  actions: readonly PaletteItem[]
  tools: PaletteTools
}

function firstGroups({ recent, ...known }: Known & { recent: readonly Recent[] }): PaletteGroup[] {
  const items = recent.flatMap((choice) => recentItem(choice, known)).slice(0, most.recent)
  const ids = new Set(items.map(({ id }) => id))
  const others = (list: readonly PaletteItem[]) => list.filter(({ id }) => !ids.has(id))
  return [group('recent', items), group('pages', others(known.pages)), group('actions', others(known.actions))].filter(
    (shown) => shown.items.length > 0,
  )
}

/** A page or an action that the role has no more is gone. */
function recentItem({ id, record }: Recent, { pages, actions, tools }: Known): PaletteItem[] {
  const known = [...pages, ...actions].find((item) => item.id === id)
  if (known) return [known]
  return record ? [{ id, icon: IconHistory, ...record, run: () => tools.go(record.to) }] : []
}

/** A record that stands among the recent ones already is not shown twice. */
function withoutShown(
  groups: readonly PaletteGroup[],
  remembered: readonly PaletteItem[],
  typed: string,
): PaletteGroup[] {
  const shown = new Set(
    fitting(remembered, typed, [])
      .slice(0, 3)
      .map(({ id }) => id),
  )
  return groups.map((each) => ({ ...each, items: each.items.filter(({ id }) => !shown.has(id)) }))
}

function group(name: 'recent' | 'pages' | 'actions', items: readonly PaletteItem[]): PaletteGroup {
  return { name, label: i18next.t(`palette.${name}`), items }
}
