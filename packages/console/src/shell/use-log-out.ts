import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../session/sign-in.ts'

/** Logs out and goes to the log-in page. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // First away from the page, so that logging in again does not lead back to what somebody else was reading.
    await signOut()
    await navigate({ to: '/login', search: {}, replace: true })
  }
}
