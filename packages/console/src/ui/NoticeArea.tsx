import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { translated } from '../i18n/i18n.ts'
import { isTyping } from './is-typing.ts'
import classes from './NoticeArea.module.css'
import { dismissNotice, lifetimeOf, mostShown, type Notice, undoLast, useNotices } from './notices.ts'
import { useClearOfFocus } from './use-clear-of-focus.ts'

/**
 * Where notices appear: at the top, in the middle, over everything but what has the focus, read aloud as they come.
 * F8 goes to them and Escape back, as screen readers' users know it from other programs.
 */
export function NoticeArea() {
  const { t } = useTranslation()
  const notices = useNotices()
  const area = useRef<HTMLElement>(null)
  useUndoKey(notices.some((notice) => notice.undo))
  const leave = useNoticeKey(area)
  useClearOfFocus(area, notices)
  return (
    <section
      ref={area}
      className={classes.area}
      aria-label={t('notice.area')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {notices.slice(0, mostShown).map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onLeave={leave} />
      ))}
    </section>
  )
}

function NoticeCard({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { t } = useTranslation()
  const hold = useLifetime(notice)
  const action = actionOf(notice)
  const close = () => {
    onLeave()
    dismissNotice(notice.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from its own buttons
    <div
      className={classes.notice}
      data-color={notice.color}
      role={notice.color === 'error' ? 'alert' : undefined}
      onKeyDown={onKeyDown}
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
            close()
          }}
        >
          {translated(action.label)}
          {notice.undo && <kbd aria-hidden>Z</kbd>}
        </button>
      )}
      <CloseButton size="sm" aria-label={t('notice.close')} onClick={close} />
    </div>
  )
}

function actionOf({ undo, details, action }: Notice): Notice['action'] {
  if (undo) return { label: 'notice.undo', onClick: undo }
  return details ? { label: 'notice.details', onClick: details } : action
}

/** Takes the notice away after its time; while it is pointed at or focused the time stands still (WCAG 2.2, 2.2.1). */
function useLifetime(notice: Notice) {
  const { id } = notice
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(new Set<'pointer' | 'focus'>())
  const stop = () => clearTimeout(timer.current)
  const start = () => {
    stop()
    if (held.current.size === 0) timer.current = setTimeout(() => dismissNotice(id), lifetimeOf(notice))
  }
  const hold = (by: 'pointer' | 'focus') => () => {
    held.current.add(by)
    stop()
  }
  const release = (by: 'pointer' | 'focus') => () => {
    held.current.delete(by)
    start()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts once, when the notice appears
  useEffect(() => {
    start()
    return stop
  }, [id])
  return {
    onMouseEnter: hold('pointer'),
    onMouseLeave: release('pointer'),
    onFocus: hold('focus'),
    onBlur: release('focus'),
  }
}

/** F8 leads to the newest notice. Returns what leads back to where the focus was. */
function useNoticeKey(area: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8') return
      const target = area.current?.querySelector<HTMLElement>(':scope > :last-child button')
      if (!target) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement && !area.current?.contains(document.activeElement))
        before.current = document.activeElement
      target.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [area])
  return () => {
    if (area.current?.contains(document.activeElement)) before.current?.focus()
  }
}

/** Z, or Ctrl and Z as everywhere else, undoes what was told last; in a field it belongs to the field. */
function useUndoKey(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (!isTyping(event.target) && undoLast()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOffered])
}
