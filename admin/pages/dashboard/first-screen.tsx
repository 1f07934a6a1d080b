// `/admin` without a tab: Enquiries if there are any, otherwise Users. Staff always get Enquiries.
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useRole } from '../../session/session.tsx'
import { anyEnquiryQuery } from '../enquiries/enquiries.ts'

export function FirstScreen() {
  const role = useRole()
  const any = useQuery({ ...anyEnquiryQuery, enabled: role === 'admin' })
  if (role === 'staff') return <Navigate to="/admin/enquiries" replace />
  if (any.isPending) return <Spinner label="Loading the dashboard" />
  return <Navigate to={any.data ? '/admin/enquiries' : '/admin/users'} replace />
}
