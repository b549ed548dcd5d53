import type { ItemNeed } from '@courtcrier/contract/calls/inbox-needs.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Wish } from '../item/item-view.ts'
import type { RowItem } from '../row-lines.ts'
import classes from './RowVerbs.module.css'
import { type FixPart, type RowVerb, rowVerbs } from './row-verbs.ts'
import './text.ts'

export interface VerbHandlers {
  open: (id: string) => void
  /** Opens the choices for a stopped item. */
  fix: (id: string, part?: FixPart) => void
  act: (wish: Wish) => void
  createCase: (id: string) => void
}

interface RowVerbsProps {
  item: RowItem
  need: ItemNeed
  /** The action in progress on this item. */
  pending: Wish | undefined
  on: VerbHandlers
}

/** Shows the buttons that close a stopped item from its row. */
export function RowVerbs({ item, need, pending, on }: RowVerbsProps) {
  const { t } = useTranslation()
  const take = (verb: RowVerb) => {
    if (verb.kind === 'act') on.act(verb.wish)
    else if (verb.kind === 'dialog') on.fix(item.id, verb.part)
    else if (verb.kind === 'create') on.createCase(item.id)
    else on.open(item.id)
  }
  return (
    <div className={classes.verbs}>
      {rowVerbs(need).map((verb, index) => (
        <Button
          key={verb.labelKey}
          size="compact-xs"
          variant={index === 0 && item.senderFlag == null ? 'filled' : 'default'}
          title={verb.values ? t(verb.labelKey, verb.values) : undefined}
          loading={verb.kind === 'act' && pending?.action === verb.wish.action}
          disabled={pending !== undefined && !(verb.kind === 'act' && pending.action === verb.wish.action)}
          {...(verb.kind === 'manual' && { renderRoot: manualLink(item.id) })}
          onClick={(event) => {
            event.stopPropagation()
            if (verb.kind !== 'manual') take(verb)
          }}
        >
          {t(verb.labelKey, { ...verb.values })}
        </Button>
      ))}
    </div>
  )
}

const manualLink = (id: string) => (props: object) => (
  <Link {...props} to="/manual-processing" search={{ item: id }} preload={false} />
)
