import { readDocument } from '@courtcrier/contract/calls/inbox.ts'
import 'pdfjs-dist/web/pdf_viewer.css'
import { Button, Progress } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiBytes } from '../../../session/api.ts'
import { isCalledOff } from '../../../session/api-failure.ts'
import { addressOf } from '../../../session/ask.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { type DocumentSearch, FoundPages } from './FoundPages.tsx'
import { PdfTools } from './PdfTools.tsx'
import classes from './PdfViewer.module.css'
import { openPdf, type PdfEngine, type PdfState, problemOf } from './pdf-engine.ts'
import './text.ts'

export interface PdfViewerProps {
  document: { id: string; title?: string; number?: string | null; size?: number | null }
  /** The address of its bytes, if not the usual one for signed-in users. */
  path?: string
  /** Returns to where the document was opened from; without it there is no such button. */
  onBack?: () => void
  /** Words to be marked, and the page to be shown; the first with any of them if absent. */
  search?: DocumentSearch | undefined
}

/** Shows a document in place: pages, text that can be selected and searched, zoom, download. */
export default function PdfViewer({ document, path, onBack, search }: PdfViewerProps) {
  const { id, title = '', number, size } = document
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const viewer = useRef<HTMLElement>(null)
  const { engine, state, content, failure, loaded, retry } = usePdf(path ?? contentPath(id), container)
  // It takes the full height: content above it makes room, and its keys work immediately.
  useEffect(() => {
    viewer.current?.scrollIntoView({ block: 'start' })
    container.current?.focus({ preventScroll: true })
  }, [])
  const name = [number, title].filter(Boolean).join(' ').slice(0, 120) || id
  const download = content && (() => saveFile(`${name}.pdf`, { type: 'application/pdf', content }))
  return (
    <section
      ref={viewer}
      className={classes.viewer}
      aria-label={t('inbox.pdf.label', { title })}
      data-own-keys
      onKeyDown={keysOf({ engine, state, onBack })}
    >
      <PdfTools title={title} engine={engine} state={state} onBack={onBack} onDownload={download} />
      {search && <FoundPages id={id} search={search} engine={engine} page={state.page} />}
      <div className={classes.stage}>
        <div
          ref={container}
          className={classes.container}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          role="document"
          aria-label={t('inbox.pdf.pages')}
        >
          <div className="pdfViewer" />
        </div>
        {!engine && !failure && (
          <div className={classes.waiting}>
            <LoadingBar loaded={loaded} size={size} />
          </div>
        )}
        {failure && <Failure sentence={failure} onDownload={download} onRetry={content ? undefined : retry} />}
      </div>
    </section>
  )
}

/** Shows how much of the document has been loaded; the record contains its size. */
function LoadingBar({ loaded = 0, size }: { loaded?: number; size?: number | null | undefined }) {
  const { t } = useTranslation()
  const label = t('inbox.pdf.loading')
  if (!size) return <Sentence text={label} />
  const percent = Math.min(100, (loaded / size) * 100)
  return (
    <>
      <Progress className={classes.progress} value={percent} aria-label={label} />
      <Sentence
        text={`${label} · ${t('inbox.pdf.loaded', { loaded: formatBytes(loaded), size: formatBytes(size) })}`}
      />
    </>
  )
}

function Sentence({ text }: { text: string }) {
  return <p role="status">{text}</p>
}

interface FailureProps {
  sentence: string
  onDownload?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}

function Failure({ sentence, onDownload, onRetry }: FailureProps) {
  const { t } = useTranslation()
  const action = (
    <>
      {onRetry && <Button onClick={onRetry}>{t('state.retry')}</Button>}
      {onDownload && (
        <Button variant="default" onClick={onDownload}>
          {t('inbox.pdf.download')}
        </Button>
      )}
    </>
  )
  return (
    <div role="alert" className={classes.failure}>
      <EmptyState title={t('inbox.pdf.failed')} text={sentence} action={action} />
    </div>
  )
}

interface OpenPdf {
  engine?: PdfEngine
  state: PdfState
  content?: Uint8Array<ArrayBuffer>
  failure?: string
  /** Bytes loaded so far. */
  loaded?: number
}

const noState: PdfState = { page: 1, pageCount: 0, scale: 1 }

/** Fetches the document and renders it into the container, until another one is requested. */
function usePdf(path: string, container: RefObject<HTMLDivElement | null>): OpenPdf & { retry: () => void } {
  const { t } = useTranslation()
  const [open, setOpen] = useState<OpenPdf>({ state: noState })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const stop = new AbortController()
    let engine: PdfEngine | undefined
    const change = (part: Partial<OpenPdf>) => !stop.signal.aborted && setOpen((last) => ({ ...last, ...part }))
    const onChange = (part: Partial<PdfState>) =>
      !stop.signal.aborted && setOpen((last) => ({ ...last, state: { ...last.state, ...part } }))
    const start = async () => {
      const onProgress = ({ loaded }: { loaded: number }) => change({ loaded })
      const content = await apiBytes(path, { signal: stop.signal, onProgress })
      change({ content })
      if (!container.current || stop.signal.aborted) return
      engine = await openPdf({ content, container: container.current, onChange, leftOut: t('inbox.pdf.leftOut') })
      if (stop.signal.aborted) engine.close()
      change({ engine })
    }
    start().catch((error: unknown) => {
      if (isCalledOff(error)) return
      const problem = problemOf(error)
      change({ failure: problem === 'failed' && error instanceof Error ? error.message : t(`inbox.pdf.${problem}`) })
    })
    return () => {
      stop.abort()
      engine?.close()
    }
  }, [path, container, t, attempt])
  const retry = () => {
    setOpen({ state: noState })
    setAttempt((last) => last + 1)
  }
  return { ...open, retry }
}

function contentPath(id: string): string {
  return addressOf(readDocument, { id })
}

/** Returns the viewer's keys while it has focus. Keys in the page's text fields are not affected. */
function keysOf({ engine, state: { page }, onBack }: Pick<OpenPdf, 'engine' | 'state'> & { onBack?: () => void }) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.key === 'Escape' && !target.matches('input')) onBack?.()
    if (!engine || event.altKey) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.currentTarget.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || target.matches('input')) return
    const act = keys[event.key]
    if (!act) return
    act(engine, page)
    event.preventDefault()
  }
}

const keys: Readonly<Record<string, (engine: PdfEngine, page: number) => void>> = {
  ArrowRight: (engine, page) => engine.goToPage(page + 1),
  ArrowLeft: (engine, page) => engine.goToPage(page - 1),
  '+': (engine) => engine.zoom('in'),
  '-': (engine) => engine.zoom('out'),
  '0': (engine) => engine.zoom('fit'),
}
