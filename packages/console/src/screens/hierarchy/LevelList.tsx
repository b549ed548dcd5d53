import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import type { StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../resource/labels.ts'
import { apiGet } from '../../session/api.ts'
import classes from './hierarchy.module.css'
import { LevelRow } from './LevelRow.tsx'
import { levelName } from './level-name.ts'
import { type Levels, moved } from './level-order.ts'
import { useDrag } from './use-drag.ts'

interface LevelListProps extends Levels {
  canWrite: boolean
  onChange: (levels: readonly StorageLevel[]) => void
}

/** The levels in their order, moved by dragging, by buttons or by keys, and below them those that were left out. */
export function LevelList({ chosen, left, canWrite, onChange }: LevelListProps) {
  const { t } = useTranslation()
  const counts = useCounts()
  const drag = useDrag(chosen, onChange)
  const focused = useRef<Element>(null)
  // The browser takes the focus from an element that is put elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another order is a reason
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

/** How many records of each level have a policy of their own. */
function useCounts(): ReadonlyMap<StorageLevel, number> | undefined {
  const { data } = useQuery({
    queryKey: ['firm', 'storage-hierarchy'],
    queryFn: ({ signal }) =>
      apiGet<{ levels: { level: StorageLevel; count: number }[] }>('/api/v1/storage_hierarchy', { signal }),
  })
  return data && new Map(data.levels.map(({ level, count }) => [level, count]))
}
