(* A checker of proofs about games in a table, run by Coq itself, and why it is right. Nobody has to
   read this file: a theorem that Coq accepts is about the definitions of Games.v. *)
From Coq Require Import List PArith Bool Lia.
Import ListNotations.
Unset Lia Cache.
From CGT Require Export Games.

(* Finite maps from positive numbers. *)
Inductive tree (A : Type) : Type := Leaf | Node (low : tree A) (here : option A) (high : tree A).
Arguments Leaf {A}.
Arguments Node {A}.

Fixpoint get {A} (i : positive) (m : tree A) {struct m} : option A :=
  match m, i with
  | Leaf, _ => None
  | Node _ here _, xH => here
  | Node low _ _, xO i => get i low
  | Node _ _ high, xI i => get i high
  end.

Fixpoint put {A} (i : positive) (x : A) (m : tree A) : tree A :=
  let '(low, here, high) := match m with Leaf => (Leaf, None, Leaf) | Node l h r => (l, h, r) end in
  match i with
  | xH => Node low (Some x) high
  | xO i => Node (put i x low) here high
  | xI i => Node low here (put i x high)
  end.

Lemma get_put : forall A i j (m : tree A) x,
  get j (put i x m) = if Pos.eqb j i then Some x else get j m.
Proof.
  induction i as [i IH|i IH|]; intros [j|j|] [|l h r] x; simpl; try reflexivity;
    rewrite ?IH; reflexivity.
Qed.

(* Sums of games of the table. *)
Inductive term : Type := Base (i : positive) | Plus (a b : term) | Minus (a : term).

Fixpoint same (a b : term) : bool :=
  match a, b with
  | Base i, Base j => Pos.eqb i j
  | Plus a1 a2, Plus b1 b2 => same a1 b1 && same a2 b2
  | Minus a, Minus b => same a b
  | _, _ => false
  end.

Lemma same_eq : forall a b, same a b = true -> a = b.
Proof.
  induction a as [i|a1 IH1 a2 IH2|a IH]; intros [j|b1 b2|b]; simpl; try discriminate; intros E.
  - apply Pos.eqb_eq in E. now subst.
  - apply andb_prop in E. destruct E as [E1 E2]. now rewrite (IH1 _ E1), (IH2 _ E2).
  - now rewrite (IH _ E).
Qed.

(* Where facts about a term are kept. Terms may share a place: those found there are compared. *)
Fixpoint place (a : term) : positive :=
  match a with
  | Base i => xO i
  | Plus a b => xI (Pos.add (place a) (Pos.mul 61 (place b)))
  | Minus a => xI (xI (place a))
  end.

Inductive kind : Type := Le | Lf | Can.
Definition same_kind (a b : kind) : bool :=
  match a, b with Le, Le | Lf, Lf | Can, Can => true | _, _ => false end.
Lemma same_kind_eq : forall a b, same_kind a b = true -> a = b.
Proof. intros [] []; simpl; congruence. Qed.

Definition fact : Type := kind * term * term.
Definition same_fact (f g : fact) : bool :=
  let '(k, a, b) := f in let '(l, c, d) := g in same_kind k l && same a c && same b d.
Lemma same_fact_eq : forall f g, same_fact f g = true -> f = g.
Proof.
  intros [[k a] b] [[l c] d] E. simpl in E. apply andb_prop in E. destruct E as [E Eb].
  apply andb_prop in E. destruct E as [Ek Ea].
  now rewrite (same_kind_eq _ _ Ek), (same_eq _ _ Ea), (same_eq _ _ Eb).
Qed.

Definition facts : Type := tree (tree (list fact)).
Definition known (m : facts) (f : fact) : bool :=
  let '(_, a, b) := f in
  match get (place a) m with
  | None => false
  | Some row => match get (place b) row with None => false | Some l => existsb (same_fact f) l end
  end.
Definition add (m : facts) (f : fact) : facts :=
  let '(_, a, b) := f in
  let row := match get (place a) m with None => Leaf | Some row => row end in
  let l := match get (place b) row with None => [] | Some l => l end in
  put (place a) (put (place b) (f :: l) row) m.

Lemma known_add : forall m f g, known (add m f) g = true -> known m g = true \/ g = f.
Proof.
  intros m f g. destruct f as [[k a] b] eqn:Ef, g as [[l c] d] eqn:Eg. unfold known, add.
  rewrite get_put. destruct (Pos.eqb_spec (place c) (place a)) as [e|]; [|auto]. rewrite e.
  rewrite get_put. destruct (Pos.eqb_spec (place d) (place b)) as [e'|]; [rewrite e'|].
  - simpl. intros H. apply orb_prop in H. destruct H as [H|H].
    + right. apply (same_fact_eq (l, c, d) (k, a, b)). exact H.
    + left. destruct (get (place a) m) as [row|]; [|discriminate H].
      destruct (get (place b) row); [exact H | discriminate H].
  - destruct (get (place a) m); [auto | simpl; discriminate].
Qed.

(* Rows by their numbers; none if a row names a row that does not stand before it. *)
Definition below (n : positive) (l : list positive) : bool := forallb (fun i => Pos.ltb i n) l.
Fixpoint index (n : positive) (m : tree row) (rows : list row) : option (tree row) :=
  match rows with
  | [] => Some m
  | (l, r) :: rest => if below n l && below n r then index (Pos.succ n) (put n (l, r) m) rest else None
  end.

Definition indexed (m : tree row) (made : list game) : Prop :=
  forall i l r, get i m = Some (l, r) ->
    (Pos.to_nat i <= length made)%nat /\ below i l = true /\ below i r = true /\
    nth_game made i = Game (map (nth_game made) l) (map (nth_game made) r).

Lemma nth_game_app : forall made G i,
  (Pos.to_nat i <= length made)%nat -> nth_game (made ++ [G]) i = nth_game made i.
Proof.
  intros. unfold nth_game. apply app_nth1. pose proof (Pos2Nat.is_pos i). lia.
Qed.

Lemma map_nth_game_app : forall made G n l,
  below n l = true -> (Pos.to_nat n <= S (length made))%nat ->
  map (nth_game (made ++ [G])) l = map (nth_game made) l.
Proof.
  intros made G n l B s. apply map_ext_in. intros i h. apply nth_game_app.
  unfold below in B. rewrite forallb_forall in B. specialize (B i h). apply Pos.ltb_lt in B.
  apply Pos2Nat.inj_lt in B. lia.
Qed.

Lemma index_right : forall rows n m made m',
  Pos.to_nat n = S (length made) -> indexed m made -> index n m rows = Some m' ->
  indexed m' (make made rows).
Proof.
  induction rows as [|[l r] rest IH]; intros n m made m' en ok E; simpl in E.
  - injection E as <-. exact ok.
  - destruct (below n l && below n r) eqn:B; [|discriminate]. apply andb_prop in B.
    destruct B as [Bl Br].
    simpl. eapply IH; [| |exact E].
    + rewrite Pos2Nat.inj_succ, app_length, en. simpl. lia.
    + intros i l' r' g. rewrite get_put in g. destruct (Pos.eqb_spec i n) as [->|ne].
      * injection g as <- <-. rewrite app_length. simpl. repeat split; try assumption; [lia|].
        rewrite !(map_nth_game_app _ _ n) by (assumption || lia).
        unfold nth_game at 1. rewrite en. simpl. rewrite app_nth2 by lia.
        now rewrite PeanoNat.Nat.sub_diag.
      * destruct (ok _ _ _ g) as [s [bl [br e]]]. rewrite app_length. repeat split;
          [lia|assumption|assumption|].
        rewrite nth_game_app by lia. rewrite !(map_nth_game_app _ _ i) by (assumption || lia).
        exact e.
Qed.

Section Table.
Variable rows : list row.

Fixpoint value (a : term) : game :=
  match a with
  | Base i => game_in rows i
  | Plus a b => value a + value b
  | Minus a => - value a
  end.

Definition holds (f : fact) : Prop :=
  match f with
  | (Le, a, b) => value a <= value b
  | (Lf, a, b) => lf (value a) (value b)
  | (Can, a, _) => canonical (value a)
  end.

Section Index.
Variable m : tree row.
Hypothesis m_right : index xH Leaf rows = Some m.

(* Options of a term; none if it names a row that there is not. *)
Fixpoint options (a : term) : option (list term * list term) :=
  match a with
  | Base i => match get i m with None => None | Some (l, r) => Some (map Base l, map Base r) end
  | Plus a b =>
      match options a, options b with
      | Some (al, ar), Some (bl, br) =>
          Some (map (fun x => Plus x b) al ++ map (Plus a) bl,
                map (fun x => Plus x b) ar ++ map (Plus a) br)
      | _, _ => None
      end
  | Minus a => match options a with None => None | Some (l, r) => Some (map Minus r, map Minus l) end
  end.

Lemma options_right : forall a l r, options a = Some (l, r) -> value a = Game (map value l) (map value r).
Proof.
  induction a as [i|a IHa b IHb|a IH]; intros l r E; simpl in E.
  - assert (ok : indexed m (make [] rows)).
    { eapply index_right; [| |exact m_right]; [reflexivity|]. intros i' l' r' g. discriminate. }
    destruct (get i m) as [[li ri]|] eqn:g; [|discriminate]. injection E as <- <-.
    rewrite !map_map. apply (ok _ _ _ g).
  - destruct (options a) as [[al ar]|]; [|discriminate].
    destruct (options b) as [[bl br]|]; [|discriminate].
    injection E as <- <-. simpl. rewrite !map_app, !map_map. simpl.
    rewrite (IHa _ _ eq_refl), (IHb _ _ eq_refl). simpl. rewrite !map_map. reflexivity.
  - destruct (options a) as [[al ar]|]; [|discriminate]. injection E as <- <-.
    simpl. rewrite (IH _ _ eq_refl). simpl. rewrite !map_map. reflexivity.
Qed.

(* Steps of a proof. Each rests on facts that are known by then. *)
Inductive step : Type :=
| All (a b : term)          (* a <= b: all moves are answered *)
| ToLeft (a b c : term)     (* lf a b, for the left option c of b is >= a *)
| ToRight (a b c : term)    (* lf a b, for the right option c of a is <= b *)
| Canonical (a : term).

Definition conclusion (s : step) : fact :=
  match s with
  | All a b => (Le, a, b)
  | ToLeft a b _ | ToRight a b _ => (Lf, a, b)
  | Canonical a => (Can, a, a)
  end.

Section Known.
Variable k : fact -> bool.
Hypothesis k_right : forall f, k f = true -> holds f.

Definition apart (a b : term) : bool := k (Lf, a, b) && k (Lf, b, a).
Fixpoint antichain (l : list term) : bool :=
  match l with [] => true | a :: l => forallb (apart a) l && antichain l end.

Definition justified (s : step) : bool :=
  match s with
  | All a b =>
      match options a, options b with
      | Some (l, _), Some (_, r) =>
          forallb (fun x => k (Lf, x, b)) l && forallb (fun x => k (Lf, a, x)) r
      | _, _ => false
      end
  | ToLeft a b c =>
      match options b with
      | Some (l, _) => existsb (same c) l && k (Le, a, c)
      | None => false
      end
  | ToRight a b c =>
      match options a with
      | Some (_, r) => existsb (same c) r && k (Le, c, b)
      | None => false
      end
  | Canonical a =>
      match options a with
      | Some (l, r) =>
          antichain l && antichain r &&
          forallb (fun x => match options x with
                            | Some (_, xr) => forallb (fun y => k (Lf, a, y)) xr
                            | None => false end) l &&
          forallb (fun x => match options x with
                            | Some (xl, _) => forallb (fun y => k (Lf, y, a)) xl
                            | None => false end) r &&
          forallb (fun x => k (Can, x, x)) l && forallb (fun x => k (Can, x, x)) r
      | None => false
      end
  end.

Lemma antichain_right : forall l, antichain l = true -> incomparable (map value l).
Proof.
  unfold incomparable.
  induction l as [|a l IH]; simpl; intros E; [constructor|]. apply andb_prop in E.
  destruct E as [E1 E2]. constructor; [|auto]. apply Forall_forall. intros H i.
  apply in_map_iff in i. destruct i as [b [<- i]]. rewrite forallb_forall in E1.
  specialize (E1 b i). apply andb_prop in E1. destruct E1 as [x y]. apply k_right in x, y.
  simpl in x, y. split; [apply lf_spec; exact y | apply lf_spec; exact x].
Qed.

Lemma found : forall c l, existsb (same c) l = true -> In (value c) (map value l).
Proof.
  intros c l E. apply existsb_exists in E. destruct E as [d [i e]]. apply same_eq in e. subst d.
  now apply in_map.
Qed.

Lemma justified_right : forall s, justified s = true -> holds (conclusion s).
Proof.
  intros [a b|a b c|a b c|a] J; simpl in J |- *.
  - destruct (options a) as [[l r']|] eqn:Ea; [|discriminate].
    destruct (options b) as [[l' r]|] eqn:Eb; [|discriminate].
    apply andb_prop in J. destruct J as [Jl Jr]. rewrite forallb_forall in Jl, Jr.
    constructor.
    + rewrite (options_right _ _ _ Ea). simpl. intros L i. apply in_map_iff in i.
      destruct i as [x [<- i]]. exact (k_right _ (Jl x i)).
    + rewrite (options_right _ _ _ Eb). simpl. intros R i. apply in_map_iff in i.
      destruct i as [x [<- i]]. exact (k_right _ (Jr x i)).
  - destruct (options b) as [[l r]|] eqn:Eb; [|discriminate].
    apply andb_prop in J. destruct J as [i e]. eapply lf_left; [|exact (k_right _ e)].
    rewrite (options_right _ _ _ Eb). now apply found.
  - destruct (options a) as [[l r]|] eqn:Ea; [|discriminate].
    apply andb_prop in J. destruct J as [i e]. eapply lf_right; [|exact (k_right _ e)].
    rewrite (options_right _ _ _ Ea). now apply found.
  - destruct (options a) as [[l r]|] eqn:Ea; [|discriminate].
    repeat (apply andb_prop in J; let X := fresh "J" in destruct J as [J X]).
    rewrite forallb_forall in J0, J1, J2, J3.
    pose proof (options_right _ _ _ Ea) as e.
    constructor; try (rewrite e; simpl; now apply antichain_right).
    + intros L LR i j. rewrite e in i. simpl in i. apply in_map_iff in i.
      destruct i as [x [<- i]]. specialize (J3 x i).
      destruct (options x) as [[xl xr]|] eqn:Ex; [|discriminate].
      rewrite (options_right _ _ _ Ex) in j. simpl in j. apply in_map_iff in j.
      destruct j as [y [<- j]]. rewrite forallb_forall in J3. apply lf_spec.
      exact (k_right _ (J3 y j)).
    + intros R RL i j. rewrite e in i. simpl in i. apply in_map_iff in i.
      destruct i as [x [<- i]]. specialize (J2 x i).
      destruct (options x) as [[xl xr]|] eqn:Ex; [|discriminate].
      rewrite (options_right _ _ _ Ex) in j. simpl in j. apply in_map_iff in j.
      destruct j as [y [<- j]]. rewrite forallb_forall in J2. apply lf_spec.
      exact (k_right _ (J2 y j)).
    + intros L i. rewrite e in i. simpl in i. apply in_map_iff in i. destruct i as [x [<- i]].
      exact (k_right _ (J1 x i)).
    + intros R i. rewrite e in i. simpl in i. apply in_map_iff in i. destruct i as [x [<- i]].
      exact (k_right _ (J0 x i)).
Qed.
End Known.

Fixpoint run (steps : list step) (f : facts) : option facts :=
  match steps with
  | [] => Some f
  | s :: rest => if justified (known f) s then run rest (add f (conclusion s)) else None
  end.

Lemma run_right : forall steps f f',
  (forall x, known f x = true -> holds x) -> run steps f = Some f' ->
  forall x, known f' x = true -> holds x.
Proof.
  induction steps as [|s rest IH]; simpl; intros f f' ok E; [now injection E as <-|].
  destruct (justified (known f) s) eqn:J; [|discriminate]. eapply IH; [|exact E].
  intros x K. apply known_add in K. destruct K as [K| ->]; [auto|].
  now apply (justified_right (known f)).
Qed.
End Index.

Definition check (steps : list step) (goals : list fact) : bool :=
  match index xH Leaf rows with
  | None => false
  | Some m => match run m steps Leaf with None => false | Some f => forallb (known f) goals end
  end.

Lemma check_right : forall steps goals,
  check steps goals = true -> forall x, In x goals -> holds x.
Proof.
  unfold check. intros steps goals E x i. destruct (index xH Leaf rows) as [m|] eqn:Em; [|discriminate].
  destruct (run m steps Leaf) as [f|] eqn:Ef; [|discriminate]. rewrite forallb_forall in E.
  eapply run_right; [exact Em| |exact Ef|exact (E x i)]. intros [[k a] b] K. discriminate.
Qed.

(* Finds the steps. Nothing is proved of it: if it were wrong, [check] would refuse them. *)
Definition memo : Type := tree (tree (list (term * term * bool))).
Definition recall (m : memo) (a b : term) : option bool :=
  match get (place a) m with
  | None => None
  | Some row =>
      match get (place b) row with
      | None => None
      | Some l => option_map snd (find (fun x => same a (fst (fst x)) && same b (snd (fst x))) l)
      end
  end.
Definition remember (m : memo) (a b : term) (v : bool) : memo :=
  let row := match get (place a) m with None => Leaf | Some row => row end in
  let l := match get (place b) row with None => [] | Some l => l end in
  put (place a) (put (place b) ((a, b, v) :: l) row) m.

Section Search.
Variable m : tree row.
Definition state : Type := memo * list step.  (* the last step first *)

Definition lefts (a : term) : list term := match options m a with Some (l, _) => l | None => [] end.
Definition rights (a : term) : list term := match options m a with Some (_, r) => r | None => [] end.

Fixpoint first (f : term -> state -> bool * state) (l : list term) (s : state) : option term * state :=
  match l with
  | [] => (None, s)
  | x :: l => let (v, s) := f x s in if v then (Some x, s) else first f l s
  end.

(* Is a <= b? The last step says which. *)
Fixpoint decide (fuel : nat) (a b : term) (s : state) : bool * state :=
  match fuel, recall (fst s) a b with
  | O, _ => (false, s)
  | _, Some v => (v, s)
  | S fuel, None =>
      let done v step (s : state) := (v, (remember (fst s) a b v, step :: snd s)) in
      match first (decide fuel b) (lefts a) s with
      | (Some x, s) => done false (ToLeft b a x) s
      | (None, s) =>
          match first (fun x => decide fuel x a) (rights b) s with
          | (Some x, s) => done false (ToRight b a x) s
          | (None, s) => done true (All a b) s
          end
      end
  end.

Fixpoint pairs (l : list term) : list (term * term) :=
  match l with [] => [] | x :: l => map (pair x) l ++ map (fun y => (y, x)) l ++ pairs l end.

(* All that makes a canonical. *)
Fixpoint search_canonical (fuel : nat) (n : nat) (a : term) (s : state) : state :=
  match n, recall (fst s) a (Minus a) with
  | O, _ | _, Some _ => s
  | S n, None =>
      let asked := pairs (lefts a) ++ pairs (rights a) ++
        flat_map (fun x => map (fun y => (y, a)) (rights x)) (lefts a) ++
        flat_map (fun x => map (pair a) (lefts x)) (rights a) in
      let s := fold_left (fun s p => snd (decide fuel (fst p) (snd p) s)) asked s in
      let s := fold_left (fun s x => search_canonical fuel n x s) (lefts a ++ rights a) s in
      (remember (fst s) a (Minus a) true, Canonical a :: snd s)
  end.

Definition search_goal (fuel : nat) (s : state) (goal : fact) : state :=
  match goal with
  | (Le, a, b) => snd (decide fuel a b s)
  | (Lf, a, b) => snd (decide fuel b a s)
  | (Can, a, _) => search_canonical fuel fuel a s
  end.

Fixpoint games_of (a : term) : nat :=
  match a with Base _ => 1 | Plus a b => Nat.add (games_of a) (games_of b) | Minus a => games_of a end.
End Search.

Definition provable (goals : list fact) : bool :=
  match index xH Leaf rows with
  | None => false
  | Some m =>
      (* Each move leads to an earlier row. *)
      let terms := fold_left (fun n g => (n + games_of (snd (fst g)) + games_of (snd g))%nat) goals 1%nat in
      let fuel := (terms * S (length rows))%nat in
      check (rev (snd (fold_left (search_goal m fuel) goals (Leaf, [])))) goals
  end.

Lemma provable_right : forall goals, provable goals = true -> forall x, In x goals -> holds x.
Proof.
  unfold provable. intros goals E. destruct (index xH Leaf rows); [|discriminate].
  exact (check_right _ _ E).
Qed.

(* One for each form of statement. *)
Theorem by_le : forall a b, provable [(Le, a, b)] = true -> value a <= value b.
Proof. intros a b E. apply (provable_right _ E (Le, a, b)). simpl. tauto. Qed.
Theorem by_equal : forall a b, provable [(Le, a, b); (Le, b, a)] = true -> value a == value b.
Proof.
  intros a b E.
  split; [apply (provable_right _ E (Le, a, b)) | apply (provable_right _ E (Le, b, a))]; simpl; tauto.
Qed.
Theorem by_not_le : forall a b, provable [(Lf, b, a)] = true -> ~ value a <= value b.
Proof. intros a b E. apply lf_spec, (provable_right _ E (Lf, b, a)). simpl. tauto. Qed.
Theorem by_less : forall a b, provable [(Le, a, b); (Lf, a, b)] = true -> value a < value b.
Proof.
  intros a b E. split; [apply (provable_right _ E (Le, a, b)); simpl; tauto|].
  apply lf_spec, (provable_right _ E (Lf, a, b)). simpl. tauto.
Qed.
Theorem by_confused : forall a b,
  provable [(Lf, a, b); (Lf, b, a)] = true -> confused (value a) (value b).
Proof.
  intros a b E. split; apply lf_spec;
    [apply (provable_right _ E (Lf, b, a)) | apply (provable_right _ E (Lf, a, b))]; simpl; tauto.
Qed.
Theorem by_canonical : forall a b,
  provable [(Le, a, b); (Le, b, a); (Can, b, b)] = true -> value a == value b /\ canonical (value b).
Proof.
  intros a b E. split; [split|];
    [apply (provable_right _ E (Le, a, b)) | apply (provable_right _ E (Le, b, a)) |
     apply (provable_right _ E (Can, b, b))]; simpl; tauto.
Qed.
End Table.

(* Theorems in a row, so that one command looks for axioms behind all of them. *)
Inductive theorems : Prop := nothing_more | also {P : Prop} (proof : P) (rest : theorems).

(* Statements are compared with these theorems as they are written, not by unfolding tables to trees. *)
Strategy opaque [game_in].
