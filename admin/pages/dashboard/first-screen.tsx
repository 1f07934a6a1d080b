// `/admin` by itself: the enquiries when there are any, otherwise the first tab.
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Spinner } from '../../parts/list-states.tsx'
import { anyEnquiryQuery } from '../enquiries/enquiries.ts'

export function FirstScreen() {
  const any = useQuery(anyEnquiryQuery)
  if (any.isPending) return <Spinner label="Loading the dashboard" />
  return <Navigate to={any.data ? '/admin/enquiries' : '/admin/users'} replace />
}
