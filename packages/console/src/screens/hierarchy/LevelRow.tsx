import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format-number.ts'
import classes from './hierarchy.module.css'
import { levelName } from './level-name.ts'

interface LevelRowProps {
  level: StorageLevel
  /** Position from 0. */
  place: number
  isLast: boolean
  /** Records with their own policy; undefined while unknown. */
  count: number | undefined
  isDragged: boolean
  onMove?: (to: number) => void
  onGrab?: (event: PointerEvent) => void
  onRemove?: () => void
}

/** Shows one level: its position, how many of its records have a policy, and the buttons that move it. */
export function LevelRow({ level, place, isLast, count, isDragged, onMove, onGrab, onRemove }: LevelRowProps) {
  const { t } = useTranslation()
  const name = levelName(level)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    onMove?.(place + step)
  }
  return (
    <li
      className={classes.level}
      data-level={level}
      data-dragged={isDragged || undefined}
      onKeyDown={onMove && onKeyDown}
    >
      {onGrab && (
        <span className={classes.grip} onPointerDown={onGrab} aria-hidden data-grip>
          <IconGripVertical size={18} stroke={1.6} />
        </span>
      )}
      <span className={classes.place}>{place + 1}</span>
      <span className={classes.name}>
        <b>{name}</b>
        <LevelCount level={level} count={count} />
      </span>
      {onMove && (
        <span className={classes.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('hierarchy.up', { level: name })}
            aria-disabled={place === 0}
            data-end={place === 0 || undefined}
            onClick={() => onMove(place - 1)}
          >
            <IconArrowUp size={18} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('hierarchy.down', { level: name })}
            aria-disabled={isLast}
            data-end={isLast || undefined}
            onClick={() => onMove(place + 1)}
          >
            <IconArrowDown size={18} stroke={1.6} />
          </ActionIcon>
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('hierarchy.remove', { level: name })}
              onClick={onRemove}
            >
              <IconX size={18} stroke={1.6} />
            </ActionIcon>
          )}
        </span>
      )}
    </li>
  )
}

function LevelCount({ level, count }: { level: StorageLevel; count: number | undefined }) {
  const { t } = useTranslation()
  if (count === undefined) return <small>&nbsp;</small>
  if (level === 'firm')
    return (
      <small>
        <Link to="/firm-information" hash="storage">
          {t(count > 0 ? 'hierarchy.firmHas' : 'hierarchy.firmHasNot')}
        </Link>
      </small>
    )
  if (count === 0) return <small>{t('hierarchy.none')}</small>
  return (
    <small>
      <Link to={getResource(level).route} search={{ 'f.storagePolicyId': '!!' }}>
        {t('hierarchy.count', { count, n: formatNumber(count) })}
      </Link>
    </small>
  )
}
