import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiSend } from '../../session/api.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { notify } from '../../ui/notices.ts'

interface Template {
  kind: string
  subject: string
  body: string
}

/** Mails the template as it is typed to one's own address: no preview is like the mail program that one has. */
export function SendToMe({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: () => apiSend<{ email: string }>('POST', '/api/v1/email_template/send', template),
    onSuccess: ({ email }) => notify({ color: 'success', text: t('template.sent', { email }) }),
    onError: (error) => {
      const isTold = error instanceof ApiFailure && [401, 409, 500].includes(error.status)
      if (!isTold) notify({ color: 'error', text: error.message })
    },
  })
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('template.send')}
    </Button>
  )
}
