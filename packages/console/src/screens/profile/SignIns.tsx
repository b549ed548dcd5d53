import { listOwnSignIns, type OwnSignIn } from '@courtcrier/contract/calls/own-sessions.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { signIn } from '@courtcrier/contract/resources/sign-in.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { SelectCell } from '../../fields/select.tsx'
import { choiceLabel, fieldLabel } from '../../i18n/labels.ts'
import { ask } from '../../session/ask.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { FromLine } from './FromLine.tsx'
import classes from './profile.module.css'
import { When } from './When.tsx'

const fewSignIns = 5

/** Lists the user's latest sign-ins and failed attempts. */
export function SignIns() {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['session', 'sign-ins'],
    queryFn: ({ signal }) => ask(listOwnSignIns, {}, { signal }),
  })
  const all = data?.signIns ?? []
  const shown = isWhole ? all : all.slice(0, fewSignIns)
  return (
    <section className={classes.section} aria-labelledby="own-sign-ins">
      <h2 id="own-sign-ins">{t('signIns.title')}</h2>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && <p className={classes.about}>{t('signIns.lead')}</p>}
      {shown.length > 0 && <SignInTable signIns={shown} />}
      {shown.length < all.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('signIns.more', { count: all.length })}
        </Button>
      )}
    </section>
  )
}

const outcome = findField(signIn, 'outcome')
const reason = findField(signIn, 'reason')
const way = findField(signIn, 'way')

function SignInTable({ signIns }: { signIns: readonly OwnSignIn[] }) {
  const { t } = useTranslation()
  return (
    <PlainTable heads={[t('signIns.at'), fieldLabel(signIn, 'outcome'), fieldLabel(signIn, 'program')]}>
      {signIns.map((each) => (
        <tr key={each.id}>
          <th scope="row">
            <When at={each.at} />
          </th>
          <td>
            {outcome && <SelectCell value={each.outcome} field={outcome} />}
            {reason && each.reason && <small className={classes.small}>{choiceLabel(reason, each.reason)}</small>}
            <small className={classes.small}>{each.provider ?? (way && choiceLabel(way, each.way))}</small>
          </td>
          <td>
            {each.program}
            <FromLine place={each.place} network={each.network} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}
