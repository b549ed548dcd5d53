import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { readInvitationLink } from '@courtcrier/contract/calls/invitations.ts'
import { resetPassword } from '@courtcrier/contract/calls/session.ts'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../session/api-failure.ts'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { confirmationProblem, emailProblem, passwordProblem } from './checks.ts'
import classes from './login.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'

interface ResetValues {
  email: string
  password: string
  confirmation: string
}

/** Sets a new password with the token of the emailed link. */
export default function ResetScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search: { token?: string; email?: string } = useSearch({ strict: false })
  const form = useForm<ResetValues>({
    initialValues: { email: search.email ?? '', password: '', confirmation: '' },
    validateInputOnBlur: true,
    validate: {
      email: emailProblem,
      password: passwordProblem,
      confirmation: (text, values) => confirmationProblem(text, values.password),
    },
  })
  const save = useAction(async ({ email, password }: ResetValues) => {
    await ask(resetPassword, { body: { email: email.trim(), token: search.token ?? '', newPassword: password } })
    notify({ color: 'success', text: 'reset.done' })
    await navigate({ to: '/login' })
  })
  const link = useLink(search.token)
  const problem = save.failure ?? link.failure
  const failure = search.token ? problem && translated(problem.message) : t('reset.noToken')
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => save.run(values))}>
      <Heading link={link.found} />
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <TextInput label={t('login.email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
      <NewPasswordFields password={form.getInputProps('password')} confirmation={form.getInputProps('confirmation')} />
      <Button type="submit" size="md" loading={save.isBusy} disabled={!search.token}>
        {t('reset.submit')}
      </Button>
      <Anchor component={Link} to={search.token ? '/login' : '/password-forgot'}>
        {t(search.token ? 'forgot.back' : 'login.forgot')}
      </Anchor>
    </form>
  )
}

type Found = AnswerOf<typeof readInvitationLink>

/** Says what the page is for: an invitation names who invites, to which firm, in which role. */
function Heading({ link }: { link: Found | undefined }) {
  const { t } = useTranslation()
  if (!link?.isInvitation) return <h1 className={classes.title}>{t('reset.title')}</h1>
  const { invitedBy, firmName, role } = link
  return (
    <>
      <h1 className={classes.title}>{t('reset.invitedTitle')}</h1>
      <p className={classes.lead}>{t('reset.invited', { by: invitedBy ?? '', firm: firmName, role: role ?? '' })}</p>
    </>
  )
}

/** Returns what the link is for, and whether it is no longer valid. */
function useLink(token: string | undefined): { found?: Found; failure?: Error } {
  const [link, setLink] = useState<{ found?: Found; failure?: Error }>({})
  useEffect(() => {
    if (!token) return undefined
    let isShown = true
    ask(readInvitationLink, { body: { token } }).then(
      (found) => isShown && setLink({ found }),
      // Only a link that is no longer valid is worth saying; anything else is said when the password is saved.
      (failure: unknown) => isShown && failure instanceof ApiFailure && failure.status === 404 && setLink({ failure }),
    )
    return () => {
      isShown = false
    }
  }, [token])
  return link
}
