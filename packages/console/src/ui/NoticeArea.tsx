import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { translated } from '../i18n/i18n.ts'
import { isTyping } from './is-typing.ts'
import classes from './NoticeArea.module.css'
import { dismissNotice, lifetimeOf, type Notice, undoLast, useNotices } from './notices.ts'

/** Where notices appear: at the top, in the middle, over everything, read aloud as they come. */
export function NoticeArea() {
  const { t } = useTranslation()
  const notices = useNotices()
  useUndoKey(notices.some((notice) => notice.undo))
  return (
    <section className={classes.area} aria-label={t('notice.area')} aria-live="polite" aria-relevant="additions">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const hold = useLifetime(notice)
  const action = notice.undo ? { label: 'notice.undo', onClick: notice.undo } : notice.action
  return (
    <div
      className={classes.notice}
      data-color={notice.color}
      role={notice.color === 'error' ? 'alert' : undefined}
      {...hold}
    >
      <span className={classes.text}>{translated(notice.text)}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          aria-keyshortcuts={notice.undo && 'z Control+z'}
          onClick={() => {
            action.onClick()
            dismissNotice(notice.id)
          }}
        >
          {translated(action.label)}
          {notice.undo && <kbd aria-hidden>Z</kbd>}
        </button>
      )}
      <CloseButton size="sm" aria-label={t('notice.close')} onClick={() => dismissNotice(notice.id)} />
    </div>
  )
}

/** Takes the notice away after its time; while it is pointed at or focused the time stands still (WCAG 2.2, 2.2.1). */
function useLifetime(notice: Notice) {
  const { id } = notice
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  const start = () => {
    stop()
    timer.current = setTimeout(() => dismissNotice(id), lifetimeOf(notice))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts once, when the notice appears
  useEffect(() => {
    start()
    return stop
  }, [id])
  return { onMouseEnter: stop, onMouseLeave: start, onFocus: stop, onBlur: start }
}

/** Z, or Ctrl and Z as everywhere else, undoes what was told last; in a field it belongs to the field. */
function useUndoKey(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (!isTyping(event.target) && undoLast()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOffered])
}
