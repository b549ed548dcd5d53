import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { i18next } from '../../i18n/i18n.ts'
import { useFaces } from '../../resource/face.ts'
import { iconOf } from '../../resource/icon-of.ts'
import { useRole } from '../../session/session-store.ts'
import { useLook } from '../../ui/theme/look.ts'
import { useNavEntries } from '../nav-plan.ts'
import { useLogOut } from '../use-log-out.ts'
import { actionsOf, type PaletteTools, pagesOf } from './pages-and-actions.ts'
import { fitting, type PaletteGroup, type PaletteItem } from './palette-item.ts'
import { type Recent, readRecent } from './recent.ts'
import { useFound } from './use-found.ts'

/** Few enough that records are seen below them. */
const most = { recent: 7, pages: 5, actions: 4 } as const

/**
 * Returns the items the palette shows for the typed text: pages and actions first, then records. Before anything is
 * typed, recent choices come first.
 */
export function usePaletteGroups(typed: string) {
  const tools = useTools()
  const pages = pagesOf(tools)
  const actions = actionsOf(tools)
  const recent = readRecent()
  const found = useFound(typed, tools)
  if (typed.trim() === '') return { ...found, groups: firstGroups({ pages, actions, recent, tools }) }
  const recentIds = recent.map(({ id }) => id)
  const remembered = recent.flatMap((choice) => (choice.record ? recentItem(choice, { pages, actions, tools }) : []))
  const fittingActions = fitting(actions, typed, recentIds).slice(0, most.actions)
  // A page that is only found by other words doesn't go before an action with this name.
  const searched = fittingActions.length > 0 ? pages.map(({ words: _, ...page }) => page) : pages
  const groups = [
    group('pages', fitting(searched, typed, recentIds).slice(0, most.pages)),
    group('actions', fittingActions),
    group('recent', fitting(remembered, typed, recentIds).slice(0, 3)),
    ...withoutShown(found.groups, remembered, typed),
    // Not before the records are there: Enter must not choose it in their place.
    ...(found.isSearching ? [] : [group('texts', textItems(typed, tools))]),
  ]
  return { ...found, groups: groups.filter(({ items }) => items.length > 0) }
}

function useTools(): PaletteTools {
  const navigate = useNavigate()
  const role = useRole()
  const entries = useNavEntries()
  const faces = useFaces()
  const look = useLook()
  const logOut = useLogOut()
  return {
    role,
    entries,
    paged: new Set(faces.flatMap(({ resource, page }) => (page && resource ? [resource] : []))),
    look,
    go: ({ path, search = {}, hash }, state) =>
      void navigate({
        to: path,
        search: search as never,
        ...(hash ? { hash } : {}),
        ...(state ? { state: state as object } : {}),
      }),
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

/** Returns the item of a recent choice; pages and actions the role no longer has are dropped. */
function recentItem({ id, record }: Recent, { pages, actions, tools }: Known): PaletteItem[] {
  const known = [...pages, ...actions].find((item) => item.id === id)
  if (known) return [known]
  return record ? [{ id, icon: IconHistory, ...record, run: () => tools.go(record.to) }] : []
}

/** Removes records already listed as recent, so that they aren't shown twice. */
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

/** Returns the search of docket texts and documents for what is typed, if the role has it. */
function textItems(typed: string, { entries, go }: PaletteTools): PaletteItem[] {
  const page = entries.find(({ route }) => route === '/text-search')
  if (!page) return []
  const text = typed.trim()
  return [
    {
      id: 'action:text-search',
      label: i18next.t('palette.inTexts', { text }),
      icon: iconOf(page.icon),
      run: () => go({ path: page.route, search: { q: text } }),
    },
  ]
}

function group(name: 'recent' | 'pages' | 'actions' | 'texts', items: readonly PaletteItem[]): PaletteGroup {
  return { name, label: i18next.t(`palette.${name}`), items }
}
