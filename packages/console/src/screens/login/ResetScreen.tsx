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
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { notify } from '../../ui/notices.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFailureFocus } from '../../ui/use-failure-focus.ts'
import { confirmationProblem, emailProblem, passwordProblem } from './checks.ts'
import { focusWrong } from './focus-wrong.ts'
import { inputOf } from './input-of.ts'
import classes from './login.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'

type ResetValues = Readonly<Record<'email' | 'password' | 'confirmation', string>>

/** Sets a new password with the token of the emailed link. */
export default function ResetScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search: { token?: string; email?: string } = useSearch({ strict: false })
  const form = useResetForm(search.email ?? '')
  const save = useAction(async ({ email, password }: ResetValues) => {
    await ask(resetPassword, { body: { email: email.trim(), token: search.token ?? '', newPassword: password } })
    notify({ color: 'success', text: 'reset.done' })
    await navigate({ to: '/login' })
  })
  const link = useLink(search.token)
  // An outage says nothing about the link.
  const isOver = isRefused(save.failure)
  const ref = useFailureFocus<HTMLFormElement>(save.failure, isOver ? 'a' : '[data-path=password]')
  if (!search.token) return <LinkOver sentence={t('reset.noToken')} />
  if (link.failure) return <LinkOver sentence={translated(link.failure.message)} />
  return (
    <form
      ref={ref}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => save.run(values), focusWrong(form))}
    >
      <Heading link={link.found} />
      {save.failure && (
        <p role="alert" className={classes.failure}>
          {translated(save.failure.message)}
        </p>
      )}
      <Fields form={form} isKnown={search.email !== undefined} />
      <Button type="submit" size="md" loading={save.isBusy}>
        {t('reset.submit')}
      </Button>
      <Anchor component={Link} to={isOver ? '/password-forgot' : '/login'}>
        {t(isOver ? 'reset.again' : 'forgot.back')}
      </Anchor>
    </form>
  )
}

/** Instead of the form: with this link no password could be saved. */
function LinkOver({ sentence }: { sentence: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <h1 ref={focusOnMount} tabIndex={-1} className={classes.title}>
        {t('reset.title')}
      </h1>
      <p role="alert" className={classes.failure}>
        {sentence}
      </p>
      <Button size="md" renderRoot={(props) => <Link {...props} to="/password-forgot" />}>
        {t('reset.again')}
      </Button>
      <Anchor component={Link} to="/login">
        {t('forgot.back')}
      </Anchor>
    </div>
  )
}

function useResetForm(email: string) {
  return useForm<ResetValues>({
    initialValues: { email, password: '', confirmation: '' },
    validate: {
      email: emailProblem,
      password: passwordProblem,
      confirmation: (text, values) => confirmationProblem(text, values.password),
    },
  })
}

interface FieldsProps {
  form: ReturnType<typeof useResetForm>
  /** Whether the link says whose password it is. */
  isKnown: boolean
}

function Fields({ form, isKnown }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('login.email')}
        type="email"
        autoComplete="username"
        autoFocus={!isKnown}
        {...inputOf(form, 'email')}
      />
      <NewPasswordFields
        password={{ ...inputOf(form, 'password'), autoFocus: isKnown }}
        confirmation={inputOf(form, 'confirmation')}
      />
    </>
  )
}

/** Returns whether the server refused the link itself, and not the new password. */
function isRefused(failure: Error | undefined): boolean {
  return failure instanceof ApiFailure && failure.status === 400 && !failure.problem?.errors?.length
}

type EmailedLink = AnswerOf<typeof readInvitationLink>

/** Says what the page is for: an invitation names who invites, to which firm, in which role. */
function Heading({ link }: { link: EmailedLink | undefined }) {
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
function useLink(token: string | undefined): { found?: EmailedLink; failure?: Error } {
  const [link, setLink] = useState<{ found?: EmailedLink; failure?: Error }>({})
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
