import fontAddress from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import { useEffect, useRef, useState } from 'react'
import { useLook } from '../../../ui/theme/look.ts'
import type { Lighting } from '../item/use-lit-evidence.ts'
import classes from './MailFrame.module.css'
import { mailStyles } from './mail-page.ts'

interface MailFrameProps {
  /** The whole sanitized page (`mailPage`). */
  page: string
  title: string
  lighting: Lighting
}

/**
 * Shows the email in a frame as high as its content. Sandboxed: no scripts, no forms, no navigation, no pop-ups. Same
 * origin, because the console styles the page and listens to it from outside; nothing inside can run to exploit it.
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

/** Uses a constructed sheet: the console's own policy, which the page inherits, allows no style element. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page needs the typeface again
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (inside) void addRecordFont(inside)
  }, [frame, loads])
}

let loading: Promise<ArrayBuffer> | undefined

/**
 * Adds the record's typeface to an email's frame. Passed as bytes, because the frame's own policy lets it load nothing;
 * without it the page uses the reader's default serif.
 */
async function addRecordFont(page: Document): Promise<void> {
  const Face = (page.defaultView as (Window & typeof globalThis) | null)?.FontFace
  if (!Face) return
  loading ??= fetch(fontAddress).then((response) => response.arrayBuffer())
  try {
    page.fonts.add(new Face('Source Serif 4', await loading, { weight: '200 900' }))
  } catch (cause) {
    loading = undefined
    console.warn('The mail is shown in another face.', cause)
  }
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
    // Also observes the height it has now, once it is laid out anyway.
    const observer = new ResizeObserver(fit)
    observer.observe(body)
    return () => observer.disconnect()
  }, [frame, loads])
}

interface Linked {
  loads: number
  lighting: Lighting
}

/** Highlights a mark's value in the panel when it is hovered or focused. */
function usePointing(frame: Frame, { loads, lighting: { setLit } }: Linked): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page needs new listeners
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

/** Highlights the marks of the hovered value, and scrolls to the requested ones. */
function useLit(frame: Frame, { loads, lighting: { lit, asked } }: Linked): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page needs its highlights again
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

/**
 * Returns the evidence indexes of an element in the frame, which belongs to another window, so `instanceof Element`
 * doesn't work.
 */
function placesOf(target: unknown): number[] {
  const mark = (target as Partial<HTMLElement> | null)?.closest?.('mark[data-evidence]')
  const places = mark?.getAttribute('data-evidence')?.split(' ').map(Number) ?? []
  // Single values come before the docket text that may contain them.
  return places.sort((a, b) => a - b)
}
