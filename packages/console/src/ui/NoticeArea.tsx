import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from './is-typing.ts'
import classes from './NoticeArea.module.css'
import { dismissNotice, lifetimeOf, type Notice, shownOf, undoLast, useNotices } from './notices.ts'
import { translated } from './translated.ts'

/**
 * Shows notices at the top, in the middle, over everything except the focused element, and has them read aloud. F8
 * moves to them and Escape back, as in other programs with screen readers.
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
      {shownOf(notices).map((notice) => (
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

/** Removes the message after its time; the timer pauses while it is hovered or focused (WCAG 2.2, 2.2.1). */
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

/** Makes F8 move to the newest notice. Returns a function that moves focus back. */
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

/** Makes Z, or Ctrl+Z as everywhere else, undo the last announced change; in a field the keys belong to the field. */
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

const gap = 8

/**
 * Moves floating content at the top below the focused element if it would cover it (WCAG 2.2, 2.4.11). Checks again
 * with every change of `contents` or of focus.
 */
function useClearOfFocus(floating: RefObject<HTMLElement | null>, contents: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other contents have a different height
  useEffect(() => {
    const place = () => {
      const node = floating.current
      if (node) node.style.setProperty('--aside', `${asideOf(node)}px`)
    }
    place()
    document.addEventListener('focusin', place)
    return () => document.removeEventListener('focusin', place)
  }, [floating, contents])
}

/** Returns how far down it must move; zero if it covers nothing, or if there is no room below. */
function asideOf(floating: HTMLElement): number {
  const focused = document.activeElement
  if (!focused || focused === document.body || floating.contains(focused)) return currentAside(floating)
  const box = workedOn(focused).getBoundingClientRect()
  // A page or a list focused as a whole isn't hidden by a notice.
  if (box.height === 0 || box.height > innerHeight / 3) return 0
  const shift = currentAside(floating)
  const covers = [...floating.children].some((child) => {
    const { left, right, top, bottom } = child.getBoundingClientRect()
    return left < box.right && right > box.left && top - shift < box.bottom && bottom - shift > box.top
  })
  const isRoom = box.bottom + gap + floating.offsetHeight < innerHeight
  return covers && isRoom ? Math.round(box.bottom + gap - floating.offsetTop) : 0
}

/** Returns what the focus is in: the whole row, or the field with its label and its problem, unless that is large. */
function workedOn(focused: Element): Element {
  const around = focused.closest('tr, li, [data-path], .mantine-InputWrapper-root')
  return around && around.getBoundingClientRect().height <= innerHeight / 3 ? around : focused
}

function currentAside(floating: HTMLElement): number {
  return Number.parseFloat(floating.style.getPropertyValue('--aside')) || 0
}
