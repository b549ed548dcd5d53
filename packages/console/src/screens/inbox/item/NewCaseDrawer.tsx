import { emptyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import './text.ts'
import { readNewCase } from '@courtcrier/contract/calls/inbox.ts'
import { resourceWord } from '../../../i18n/labels.ts'
import { CreateInPlace } from '../../../resource/CreateInPlace.tsx'
import form from '../../../resource/form.module.css'
import StepperForm from '../../../resource/StepperForm.tsx'
import { ask } from '../../../session/ask.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { isCovered } from '../../../ui/is-covered.ts'
import { LoadingFields } from '../../../ui/Loading.tsx'
import type { ItemActing } from '../use-item-actions.ts'

interface NewCaseDrawerProps {
  id: string
  acting: ItemActing
  onClose: () => void
}

/**
 * Creates a notice's case step by step, prefilled from the notice; the notice and similar ones then continue with it.
 */
export default function NewCaseDrawer({ id, acting, onClose }: NewCaseDrawerProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  useFocusBack()
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox_item', 'new-case', id],
    queryFn: ({ signal }) => ask(readNewCase, { id }, { signal }),
    // Input must not change while someone is editing it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <Drawer
      opened
      onClose={() => !isCovered(form.drawer) && onClose()}
      position="right"
      size={820}
      zIndex={205}
      closeOnEscape={!isOver}
      title={t('formPanel.newTitle', { record: resourceWord(courtCase, 'one') })}
      closeButtonProps={{ 'aria-label': t('formPanel.close') }}
      classNames={{ content: form.drawer, header: form.header, title: form.title, body: form.body }}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingFields />}
      <CreateInPlace onOpenChange={setIsOver}>
        {data && <Prefilled key={id} {...{ id, data, acting, onClose }} />}
      </CreateInPlace>
    </Drawer>
  )
}

function Prefilled({ id, data, acting, onClose }: NewCaseDrawerProps & { data: { values: object } }) {
  const [row] = useState(() => ({ ...emptyRow(courtCase), ...data.values }))
  return (
    <StepperForm
      resource={courtCase}
      row={row}
      purpose={id}
      isPrefilled
      onDone={onClose}
      onSaved={(saved, creationUndoId) =>
        acting.act({ id, action: 'choose-case', caseId: String(saved.id), creationUndoId })
      }
    />
  )
}
