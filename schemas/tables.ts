// The tables of the API as its clients see them, in the form that the official table client reads.

export interface Profile {
  id: string
  full_name: string | null
  email: string | null
  created_at: string
}

export interface UserRole {
  id: string
  user_id: string
  role: string
  created_at: string
}

export interface Review {
  id: string
  author_name: string
  author_image: string | null
  rating: number
  review_text: string | null
  time_posted: string
  is_featured: boolean
  review_id: string
  created_at: string
}

/** What the table client needs to know of one table; interfaces do not count as records there. */
interface Described<Row, Writable extends keyof Row> {
  Row: { [Column in keyof Row]: Row[Column] }
  Insert: { [Column in Writable]?: Row[Column] }
  Update: { [Column in Writable]?: Row[Column] }
  Relationships: []
}

export interface Tables {
  public: {
    Tables: {
      profiles: Described<Profile, never>
      user_roles: Described<UserRole, 'user_id' | 'role'>
      google_reviews: Described<Review, keyof Review>
    }
    Views: Record<never, never>
    Functions: Record<never, never>
  }
}
