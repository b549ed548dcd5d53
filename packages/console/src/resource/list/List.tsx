import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './List.module.css'
import type { ListRows } from './use-list.ts'

interface ListProps<Row> {
  list: ListRows<Row>
  /**
   * Whether this is a table, which fills the page and scrolls itself; any other list scrolls here, next to the open
   * record.
   */
  isTable?: boolean
  /** The list's label, if it isn't the whole page. */
  label?: string
  ref?: Ref<HTMLElement>
  /** The page's title, and what narrows the list down. */
  head: ReactNode
  /** The rows, or why there are none. */
  children: ReactNode
  foot: ReactNode
  /** The text keys for changes that arrived in the meantime. */
  texts?: 'inbox.waiting' | 'table.waiting'
}

/** Shows a list of rows: its filters, the rows, which hold still while someone looks, and the position in the whole. */
export function List<Row>(props: ListProps<Row>) {
  const { list, isTable, label, ref, head, children, foot, texts = 'table.waiting' } = props
  return (
    // Without rows, focus has nowhere else to go.
    <section
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={isTable ? classes.page : classes.beside}
      aria-label={label}
    >
      {head}
      {/** The bar is inside: if moving the pointer onto it released the list, its button would move away. */}
      <div className={classes.body} aria-busy={list.isStale} data-table={isTable} {...list.handlers}>
        {isTable ? (
          children
        ) : (
          <div ref={list.scroller} className={classes.rows}>
            {children}
          </div>
        )}
        <NewRowsBar {...list} texts={texts} onShow={list.showNew} />
      </div>
      {foot}
    </section>
  )
}

interface NewRowsBarProps {
  arrivals: number
  departures: number
  /** Keys of its texts. */
  texts: 'inbox.waiting' | 'table.waiting'
  onShow: () => void
}

/** Shows what changed while the list was held still, with a button that applies it. */
function NewRowsBar({ arrivals, departures, texts, onShow }: NewRowsBarProps) {
  const { t } = useTranslation()
  const isEmpty = arrivals === 0 && departures === 0
  return (
    <div role="status" className={classes.news} data-empty={isEmpty || undefined}>
      {arrivals > 0 && <strong>{t(`${texts}.new`, { count: arrivals })}</strong>}
      {departures > 0 && <span>{t(`${texts}.gone`, { count: departures })}</span>}
      {!isEmpty && (
        <button type="button" onClick={onShow}>
          {t(`${texts}.show`)}
        </button>
      )}
    </div>
  )
}
