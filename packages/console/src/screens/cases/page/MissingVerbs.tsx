import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../../ui/lazy.ts'
import { isAddable } from '../../inbox/item/match-uploads.ts'
import { useCanAct } from '../../inbox/use-item-actions.ts'
import type { FixPart } from '../../inbox/verbs/row-verbs.ts'
import '../../inbox/verbs/text.ts'
import type { DocketDocument } from './case-queries.ts'
import classes from './docket.module.css'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

/** Shows the buttons that supply a document the court didn't, for users who may act on its notices. */
export function MissingVerbs({ document }: { document: DocketDocument }) {
  const { t } = useTranslation()
  const canAct = useCanAct()
  const [asked, ask] = useState<{ part?: FixPart }>()
  const { envelopeId, courtDocumentId } = document
  if (!canAct || !envelopeId || !isAddable(document)) return null
  return (
    <span className={classes.verbs}>
      <Button size="compact-xs" variant="default" onClick={() => ask({})}>
        {t('verbs.upload')}
      </Button>
      {courtDocumentId && (
        <Button size="compact-xs" variant="subtle" onClick={() => ask({ part: 'pacer' })}>
          {t('verbs.pacer')}
        </Button>
      )}
      {asked && (
        <Suspense>
          <UploadDialog envelopeId={envelopeId} part={asked.part} onClose={() => ask(undefined)} />
        </Suspense>
      )}
    </span>
  )
}
