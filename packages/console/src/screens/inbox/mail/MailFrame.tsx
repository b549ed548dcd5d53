import { useEffect, useRef, useState } from 'react'
import { useLook } from '../../../ui/theme/look.ts'
import type { Lighting } from '../item/use-lit-evidence.ts'
import classes from './MailFrame.module.css'
import { addRecordFont } from './mail-font.ts'
import { mailStyles } from './mail-page.ts'

interface MailFrameProps {
  /** The whole page, made harmless (`mailPage`). */
  page: string
  title: string
  lighting: Lighting
}

/**
 * The mail in a frame as high as itself. Sandboxed: no scripts, no forms, no navigation, no pop-ups. Same origin,
 * because the console styles the page and listens to it from outside; nothing inside can run to make use of it.
 */
export function MailFrame({ page, title, lighting }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  useStyles(frame, loads)
  useFont(frame, loads)
  useHeight(frame, loads)
  usePointing(frame, { loads, lighting })
  useLit(frame, { loads, lighting })
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      srcDoc={page}
      onLoad={() => setLoads((count) => count + 1)}
    />
  )
}

type Frame = React.RefObject<HTMLIFrameElement | null>

/** A constructed sheet: the console's own policy, which the page inherits, allows no style element. */
function useStyles(frame: Frame, loads: number): void {
  const look = useLook()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or look needs the styles again
  useEffect(() => {
    const inside = frame.current?.contentDocument
    const Sheet = (inside?.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet
    if (!inside || !Sheet) return
    const tokens = getComputedStyle(document.documentElement)
    const sheet = new Sheet()
    sheet.replaceSync(mailStyles((name) => tokens.getPropertyValue(name).trim()))
    inside.adoptedStyleSheets = [sheet]
  }, [frame, loads, look])
}

function useFont(frame: Frame, loads: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page needs the face again
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (inside) void addRecordFont(inside)
  }, [frame, loads])
}

function useHeight(frame: Frame, loads: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has another height
  useEffect(() => {
    const element = frame.current
    const body = element?.contentDocument?.body
    if (!element || !body) return
    const fit = () => {
      element.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`
    }
    const observer = new ResizeObserver(fit)
    observer.observe(body)
    fit()
    return () => observer.disconnect()
  }, [frame, loads])
}

interface Linked {
  loads: number
  lighting: Lighting
}

/** Pointing at a mark, by mouse or by keyboard, lights its value in the panel. */
function usePointing(frame: Frame, { loads, lighting: { setLit } }: Linked): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has to be listened to anew
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!inside) return
    const point = (event: Event) => setLit(placesOf(event.target)[0])
    const leave = () => setLit(undefined)
    for (const type of ['mouseover', 'focusin']) inside.addEventListener(type, point)
    for (const type of ['mouseleave', 'focusout']) inside.addEventListener(type, leave)
    return () => {
      for (const type of ['mouseover', 'focusin']) inside.removeEventListener(type, point)
      for (const type of ['mouseleave', 'focusout']) inside.removeEventListener(type, leave)
    }
  }, [frame, loads, setLit])
}

/** Lights the marks of the value that is pointed at, and goes to those that were asked for. */
function useLit(frame: Frame, { loads, lighting: { lit, asked } }: Linked): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has to be lit anew
  useEffect(() => {
    for (const mark of marksOf(frame))
      mark.toggleAttribute('data-lit', lit !== undefined && placesOf(mark).includes(lit))
  }, [frame, loads, lit])
  useEffect(() => {
    if (!asked) return
    const mark = marksOf(frame).find((candidate) => placesOf(candidate).includes(asked.place))
    mark?.scrollIntoView({ block: 'center' })
  }, [frame, asked])
}

function marksOf(frame: Frame): HTMLElement[] {
  return [...(frame.current?.contentDocument?.querySelectorAll<HTMLElement>('mark[data-evidence]') ?? [])]
}

/** Elements of the frame are of another window's classes, so `instanceof Element` is of no use. */
function placesOf(target: unknown): number[] {
  const mark = (target as Partial<HTMLElement> | null)?.closest?.('mark[data-evidence]')
  const places = mark?.getAttribute('data-evidence')?.split(' ').map(Number) ?? []
  // Single values come before the docket text that may hold them.
  return places.sort((a, b) => a - b)
}
