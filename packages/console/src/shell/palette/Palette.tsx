import '@mantine/spotlight/styles.layer.css'
import { Loader } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listId, optionId, PaletteList } from './PaletteList.tsx'
import classes from './palette.module.css'
import type { PaletteItem } from './palette-item.ts'
import { rememberChoice } from './recent.ts'
import { type Choice, selectedOf, steppedTo } from './selection.ts'
import './text.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
}

const [store, palette] = createSpotlight()

/** Finds every page, record and action of the role by a few letters, without the mouse. */
export default function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  useEffect(() => (isOpen ? palette.open() : palette.close()), [isOpen])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      size={640}
      transitionProps={{ duration: 120 }}
      overlayProps={{ blur: 0 }}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': t('palette.label') } }}
    >
      <Content typed={typed} />
    </Spotlight.Root>
  )
}

function Content({ typed }: { typed: string }) {
  const { t } = useTranslation()
  const { groups, isSearching, error } = usePaletteGroups(typed)
  const items = groups.flatMap((group) => group.items)
  const { selected, onKeyDown } = useKeys(typed, items)
  const hasText = typed.trim() !== ''
  const found = hasText ? `${t('palette.found', { count: items.length })} ` : ''
  const state = items.length === 0 ? t('palette.none', { text: typed.trim() }) : found + t('palette.hint')
  return (
    <>
      <Spotlight.Search
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items[selected] === undefined ? undefined : optionId(selected)}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
        rightSection={isSearching && <Loader size="xs" aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onKeyDown={onKeyDown}
      />
      <PaletteList groups={groups} selected={selected} onChoose={choose} />
      <p className={classes.state} role="status">
        {error?.message ?? (isSearching ? t('palette.searching') : state)}
      </p>
    </>
  )
}

function choose(item: PaletteItem): void {
  rememberChoice(item)
  palette.close()
  item.run()
}

/**
 * Handles arrows and Enter. Spotlight's own keys would count elements in the document, which may already contain new
 * results before the highlight has moved; they ignore a list they don't know.
 */
function useKeys(typed: string, items: readonly PaletteItem[]) {
  const [choice, setChoice] = useState<Choice>()
  const selected = selectedOf(choice, { typed, ids: items.map(({ id }) => id) })
  useEffect(() => {
    // The result is ignored: browsers return a promise for animated scrolling.
    void document.getElementById(optionId(selected))?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const move = (step: 1 | -1) => {
    const item = items[steppedTo(selected, step, items.length)]
    if (item) setChoice({ typed, id: item.id })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const item = items[selected]
    if (event.key === 'ArrowDown') move(1)
    if (event.key === 'ArrowUp') move(-1)
    if (event.key === 'Enter' && item) choose(item)
  }
  return { selected, onKeyDown }
}
