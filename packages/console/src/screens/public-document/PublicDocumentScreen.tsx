import {
  readPublicLink,
  readSharedDocument,
  type SharedAnswer as Shared,
} from '@courtcrier/contract/calls/public-links.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatOwnDay } from '../../ui/format-time.ts'
import '../../ui/theme/main-styles.ts'
import { isPassing } from '../../session/api-failure.ts'
import { addressOf, ask } from '../../session/ask.ts'
import { useSession } from '../../session/session-store.ts'
import { FirmMark } from '../../shell/FirmMark.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import PdfViewer from '../inbox/pdf/PdfViewer.tsx'
import classes from './public.module.css'
import './text.ts'

/** Opens the target of a public link: one document and nothing else of the firm's, or a sentence that says why not. */
export default function PublicDocumentScreen() {
  const { t } = useTranslation()
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const { shared, failure, retry } = useShared(token)
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <FirmMark />
        {shared && <p>{t('publicDocument.until', { day: formatOwnDay(shared.expires_at) })}</p>}
      </header>
      <main className={classes.main}>
        <VisuallyHidden component="h1">{shared?.title ?? t('route.publicDocument')}</VisuallyHidden>
        {failure && <Closed failure={failure} retry={retry} />}
        {!shared && !failure && <LoadingPage />}
        {shared && (
          <PdfViewer
            document={{ id: 'document', title: shared.title ?? '', number: shared.number, size: shared.size }}
            path={addressOf(readSharedDocument, { token })}
          />
        )}
      </main>
    </div>
  )
}

function Closed({ failure, retry }: { failure: Error; retry: () => void }) {
  const { t } = useTranslation()
  const isSignedIn = useSession() !== undefined
  const action = (
    <>
      {isPassing(failure) && <Button onClick={retry}>{t('state.retry')}</Button>}
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/login" />}>
        {t(isSignedIn ? 'publicDocument.home' : 'publicDocument.logIn')}
      </Button>
    </>
  )
  return (
    <div role="alert">
      <EmptyState title={t('publicDocument.closed')} text={failure.message} action={action} />
    </div>
  )
}

/** Does without the query client of the pages behind the login, none of which is loaded here. */
function useShared(token: string) {
  const [answer, setAnswer] = useState<{ shared?: Shared; failure?: Error }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests it again
  useEffect(() => {
    const stop = new AbortController()
    setAnswer({})
    ask(readPublicLink, { token }, { signal: stop.signal })
      .then((shared) => setAnswer({ shared }))
      .catch((failure: Error) => !stop.signal.aborted && setAnswer({ failure }))
    return () => stop.abort()
  }, [token, attempt])
  return { ...answer, retry: () => setAttempt((last) => last + 1) }
}
