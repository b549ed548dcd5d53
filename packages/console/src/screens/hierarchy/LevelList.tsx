import { countPolicies } from '@courtcrier/contract/calls/settings.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent as ReactPointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import { ask } from '../../session/ask.ts'
import classes from './hierarchy.module.css'
import { LevelRow } from './LevelRow.tsx'
import { levelName } from './level-name.ts'
import { type Levels, moved, placeAt } from './level-order.ts'

interface LevelListProps extends Levels {
  canWrite: boolean
  onChange: (levels: readonly StorageLevel[]) => void
}

/** Lists the levels in order, moved by dragging, buttons or keys, and below them the removed ones. */
export function LevelList({ chosen, left, canWrite, onChange }: LevelListProps) {
  const { t } = useTranslation()
  const counts = useCounts()
  const drag = useDrag(chosen, onChange)
  const focused = useRef<Element>(null)
  // The browser drops the focus of an element moved within the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order matters
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
  }, [chosen.join()])
  const move = (from: number, to: number) => {
    const next = moved(chosen, from, to)
    if (next.join() === chosen.join()) return
    focused.current = document.activeElement
    onChange(next)
  }
  return (
    <>
      {canWrite && <p className={classes.hint}>{t('hierarchy.keys')}</p>}
      <ol className={classes.levels} ref={drag.listRef} aria-label={t('hierarchy.order')}>
        {drag.items.map((level, index) => (
          <LevelRow
            key={level}
            level={level}
            place={index}
            isLast={index === chosen.length - 1}
            count={counts?.get(level)}
            isDragged={drag.dragged === level}
            {...(canWrite
              ? {
                  onMove: (to: number) => move(index, to),
                  onGrab: drag.grab(level),
                  ...(chosen.length > 1 ? { onRemove: () => onChange(chosen.filter((each) => each !== level)) } : {}),
                }
              : {})}
          />
        ))}
      </ol>
      {left.length > 0 && (
        <>
          <h3 className={classes.subhead}>{t('hierarchy.left')}</h3>
          <p className={classes.hint}>{t('hierarchy.leftText', { policies: resourceWord(storagePolicy, 'many') })}</p>
          <ul className={classes.left}>
            {left.map((level) => (
              <li key={level}>
                <span>{levelName(level)}</span>
                {canWrite && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('hierarchy.addOf', { level: levelName(level) })}
                    onClick={() => onChange([...chosen, level])}
                  >
                    {t('hierarchy.add')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Returns how many records of each level have their own policy. */
function useCounts(): ReadonlyMap<StorageLevel, number> | undefined {
  const { data } = useQuery({
    queryKey: ['firm', 'storage-hierarchy'],
    queryFn: ({ signal }) => ask(countPolicies, {}, { signal }),
  })
  return data && new Map(data.levels.map(({ level, count }) => [level, count]))
}

/** Reorders a list by pointer: shows the order during a drag, and passes it on at the drop. */
function useDrag<T extends string>(items: readonly T[], onChange: (items: readonly T[]) => void) {
  const listRef = useRef<HTMLOListElement>(null)
  const [state, setState] = useState<{ dragged: T; items: readonly T[] }>()
  const grab = (dragged: T) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    let order = items
    setState({ dragged, items: order })
    const move = ({ clientY }: PointerEvent) => {
      const rows = [...(listRef.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const to = placeAt(
        rows.map(({ top, height }) => top + height / 2),
        clientY,
      )
      order = moved(order, order.indexOf(dragged), to)
      setState({ dragged, items: order })
    }
    const end = ({ type }: Event) => {
      stop.abort()
      setState(undefined)
      if (type === 'pointerup' && order.join() !== items.join()) onChange(order)
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
  }
  return { listRef, grab, dragged: state?.dragged, items: state?.items ?? items }
}
