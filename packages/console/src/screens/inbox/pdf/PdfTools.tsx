import { ActionIcon, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowsHorizontal,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PdfViewer.module.css'
import type { PdfEngine, PdfState } from './pdf-engine.ts'

interface PdfToolsProps {
  title: string
  engine?: PdfEngine
  state: PdfState
  onBack?: () => void
  onDownload?: () => void
}

/** Shows the tools over a document: pages, zoom, search, download. */
export function PdfTools({ title, engine, state, onBack, onDownload }: PdfToolsProps) {
  const { t } = useTranslation()
  // With a way back it is below a notice's headings; otherwise it is a separate page.
  const Heading = onBack ? 'h3' : 'h2'
  return (
    <div role="toolbar" aria-label={t('inbox.pdf.tools')} className={classes.tools}>
      <div className={classes.name}>
        {onBack && <Tool label={t('inbox.pdf.back')} icon={IconArrowLeft} onClick={onBack} />}
        <Heading title={title}>{title}</Heading>
        <Tool label={t('inbox.pdf.download')} icon={IconDownload} onClick={onDownload} />
      </div>
      <div className={classes.controls}>
        <PageTools engine={engine} state={state} />
        <span className={classes.group}>
          <Tool label={t('inbox.pdf.zoomOut')} icon={IconZoomOut} onClick={engine && (() => engine.zoom('out'))} />
          <span className={classes.figure}>
            {engine && t('inbox.pdf.zoom', { percent: Math.round(state.scale * 100) })}
          </span>
          <Tool label={t('inbox.pdf.zoomIn')} icon={IconZoomIn} onClick={engine && (() => engine.zoom('in'))} />
          <Tool
            label={t('inbox.pdf.fitWidth')}
            icon={IconArrowsHorizontal}
            onClick={engine && (() => engine.zoom('fit'))}
          />
        </span>
        <FindTools engine={engine} hits={state.hits} />
      </div>
    </div>
  )
}

function PageTools({ engine, state: { page, pageCount } }: Pick<PdfToolsProps, 'engine' | 'state'>) {
  const { t } = useTranslation()
  const [text, setText] = useState(String(page))
  useEffect(() => setText(String(page)), [page])
  const go = () => {
    if (/^\d+$/.test(text)) engine?.goToPage(Number(text))
    else setText(String(page))
  }
  return (
    <span className={classes.group}>
      <Tool
        label={t('inbox.pdf.previousPage')}
        icon={IconChevronUp}
        onClick={page > 1 && engine ? () => engine.goToPage(page - 1) : undefined}
      />
      <Tool
        label={t('inbox.pdf.nextPage')}
        icon={IconChevronDown}
        onClick={page < pageCount && engine ? () => engine.goToPage(page + 1) : undefined}
      />
      <TextInput
        size="xs"
        classNames={{ root: classes.page, input: classes.pageInput }}
        aria-label={t('inbox.pdf.page')}
        inputMode="numeric"
        disabled={!engine}
        value={engine ? text : ''}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      <span className={classes.figure}>{pageCount > 0 && t('inbox.pdf.ofPages', { count: pageCount })}</span>
    </span>
  )
}

function FindTools({ engine, hits }: { engine?: PdfEngine; hits: PdfState['hits'] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const find = (isBackwards: boolean) => engine?.find(text, isBackwards)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find(event.shiftKey)
    if (event.key === 'Escape') change('')
  }
  const change = (next: string) => {
    setText(next)
    engine?.find(next)
  }
  const hasHits = hits !== undefined && hits.total > 0
  return (
    <span className={classes.group}>
      <TextInput
        type="search"
        size="xs"
        className={classes.find}
        aria-label={t('inbox.pdf.find')}
        placeholder={t('inbox.pdf.find')}
        disabled={!engine}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <span role="status" className={classes.figure}>
        {text !== '' && hits && (hasHits ? t('inbox.pdf.hits', hits) : t('inbox.pdf.noHits'))}
      </span>
      {text !== '' && (
        <>
          <Tool
            label={t('inbox.pdf.previousHit')}
            icon={IconChevronUp}
            onClick={hasHits ? () => find(true) : undefined}
          />
          <Tool
            label={t('inbox.pdf.nextHit')}
            icon={IconChevronDown}
            onClick={hasHits ? () => find(false) : undefined}
          />
        </>
      )}
    </span>
  )
}

/** Shows a button with an icon; disabled without an action. */
function Tool({ label, icon: Icon, onClick }: { label: string; icon: typeof IconZoomIn; onClick?: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={!onClick} onClick={onClick}>
      <Icon size={17} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
