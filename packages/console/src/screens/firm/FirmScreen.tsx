import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormFields } from '../../resource/FormFields.tsx'
import { formKeys, isWritable, problemsFrom, valuesToSend } from '../../resource/form-values.ts'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { useRecordForm } from '../../resource/use-record-form.ts'
import { updateRow } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { keepFirm, loadFirm } from '../../session/firm.ts'
import { useRole } from '../../session/session-store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AccentPreview } from './AccentPreview.tsx'
import classes from './firm.module.css'
import { LogoField } from './LogoField.tsx'

/** The firm's own settings, on a page instead of beside a list: there is one. */
export default function FirmScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ queryKey: ['firm', 'row'], queryFn: ({ signal }) => loadFirm(signal) })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.firm')} />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingPage />}
      {!error && data && <FirmForm row={data} />}
    </div>
  )
}

function FirmForm({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const scope = { resource: firm, role: useRole(), row, isNew: false }
  const keys = formKeys(scope)
  const canSave = keys.some((key) => isWritable(key, scope))
  const { form, leave } = useRecordForm(scope)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: AnyRow) => updateRow(firm, String(row.id), valuesToSend(values, scope)),
    onSuccess: (saved) => {
      form.resetDirty()
      keepFirm(saved)
      queryClient.setQueryData(['firm', 'row'], saved)
      notify({ color: 'success', text: t('formPanel.saved', { title: saved.name }) })
    },
    onError: (error) => {
      console.error(error)
      form.setErrors(error instanceof ApiFailure ? problemsFrom(error.problem) : {})
      const isTold = error instanceof ApiFailure && [401, 409, 500].includes(error.status)
      if (!isTold) notify({ color: 'error', text: error.message })
    },
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <section className={classes.look} aria-labelledby="firm-look">
        <h2 id="firm-look">{t('firm.look')}</h2>
        <LogoField canChange={canSave} />
        <AccentPreview colour={form.values.primaryColor} />
      </section>
      <h2>{t('firm.settings')}</h2>
      <FormFields form={form} scope={scope} keys={keys} />
      {canSave && (
        <footer className={classes.footer}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('formPanel.save')}
          </Button>
          <span role="status" className={classes.problems}>
            {Object.keys(form.errors).length > 0 && t('formPanel.problems', { count: Object.keys(form.errors).length })}
          </span>
        </footer>
      )}
      <LeaveGuard isDirty={() => form.isDirty()} isLeaving={leave.isAllowed} />
    </form>
  )
}
