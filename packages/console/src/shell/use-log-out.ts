import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../session/sign-in.ts'

/** Logs out and goes to the login page. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // Leaves the page first, so that the next login doesn't lead back to what someone else was reading.
    await signOut()
    await navigate({ to: '/login', search: {}, replace: true })
  }
}
